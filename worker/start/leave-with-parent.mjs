// Loaded first in every child of the supervisor: a child whose supervisor was killed asks itself to end, as Ctrl-C would.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The channel alone must not keep a process alive.
process.channel?.unref();
