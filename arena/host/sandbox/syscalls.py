"""The numbers of the system calls that the filter names, by machine.

Written down rather than asked of a library or a header: a number never changes, and an
arena that is installed has no headers. From 424 on both machines count alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from arena.errors import InfrastructureError

NEWEST: Final = "futex_requeue"
"""Linux 6.7's last: what came later is unknown here, and so to a bot."""
_TABLE: Final = """
    name               x86_64 aarch64
    unshare               272   97
    setns                 308  268
    clone                  56  220
    clone3                435  435
    mount                 165   40
    umount2               166   39
    pivot_root            155   41
    chroot                161   51
    move_mount            429  429
    open_tree             428  428
    fsopen                430  430
    fsconfig              431  431
    fsmount               432  432
    fspick                433  433
    mount_setattr         442  442
    ptrace                101  117
    process_vm_readv      310  270
    process_vm_writev     311  271
    process_madvise       440  440
    pidfd_getfd           438  438
    kcmp                  312  272
    migrate_pages         256  238
    move_pages            279  239
    bpf                   321  280
    perf_event_open       298  241
    userfaultfd           323  282
    memfd_secret          447  447
    modify_ldt            154    -
    iopl                  172    -
    ioperm                173    -
    io_setup              206    0
    io_uring_setup        425  425
    io_uring_enter        426  426
    io_uring_register     427  427
    add_key               248  217
    request_key           249  218
    keyctl                250  219
    shmget                 29  194
    shmat                  30  196
    shmctl                 31  195
    shmdt                  67  197
    semget                 64  190
    semop                  65  193
    semctl                 66  191
    semtimedop            220  192
    msgget                 68  186
    msgsnd                 69  189
    msgrcv                 70  188
    msgctl                 71  187
    mq_open               240  180
    mq_unlink             241  181
    mq_timedsend          242  182
    mq_timedreceive       243  183
    mq_notify             244  184
    mq_getsetattr         245  185
    sched_setaffinity     203  122
    sched_setscheduler    144  119
    sched_setparam        142  118
    sched_setattr         314  274
    setpriority           141  140
    ioprio_set            251   30
    kexec_load            246  104
    kexec_file_load       320  294
    init_module           175  105
    finit_module          313  273
    delete_module         176  106
    reboot                169  142
    swapon                167  224
    swapoff               168  225
    syslog                103  116
    acct                  163   89
    quotactl              179   60
    quotactl_fd           443  443
    sethostname           170  161
    setdomainname         171  162
    sync                  162   81
    syncfs                306  267
    settimeofday          164  170
    clock_settime         227  112
    adjtimex              159  171
    clock_adjtime         305  266
    name_to_handle_at     303  264
    open_by_handle_at     304  265
    fanotify_init         300  262
    fanotify_mark         301  263
    inotify_init          253    -
    inotify_init1         294   26
    inotify_add_watch     254   27
    open                    2    -
    creat                  85    -
    openat                257   56
    openat2               437  437
    mkdir                  83    -
    mkdirat               258   34
    mknod                 133    -
    mknodat               259   33
    chmod                  90    -
    fchmod                 91   52
    fchmodat              268   53
    fchmodat2             452  452
    chown                  92    -
    fchown                 93   55
    lchown                 94    -
    fchownat              260   54
    utime                 132    -
    utimes                235    -
    futimesat             261    -
    utimensat             280   88
    truncate               76   45
    setxattr              188    5
    lsetxattr             189    6
    fsetxattr             190    7
    removexattr           197   14
    lremovexattr          198   15
    fremovexattr          199   16
    ioctl                  16   29
    mmap                    9  222
    mincore                27  232
    madvise                28  233
    fadvise64             221  223
    preadv2               327  286
    cachestat             451  451
    fcntl                  72   25
    flock                  73   32
    socket                 41  198
    socketpair             53  199
    connect                42  203
    sendto                 44  206
    setsockopt             54  208
    setsid                112  157
    setpgid               109  154
    prlimit64             302  261
    prctl                 157  167
    memfd_create          319  279
    futex_requeue         456  456
"""


def numbers_of(machine: str) -> Mapping[str, int | None]:
    """The number of every system call of the table on *machine*; None if it has no such call.

    Raises:
        InfrastructureError: the table has no column for *machine*.
    """
    head, *rows = (row.split() for row in _TABLE.strip().splitlines())
    if machine not in head[1:]:
        raise InfrastructureError(
            f"system call filter: expected {' or '.join(head[1:])}, got the machine {machine!r}"
        )
    column = head.index(machine)
    return {row[0]: None if row[column] == "-" else int(row[column]) for row in rows}
