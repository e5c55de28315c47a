// Loaded first in every child of the supervisor: a child whose supervisor was killed asks itself to end, as Ctrl-C would.

// `next dev` passes this import on to a child of its own, which listens to next and must be left alone.
const supervisor = Number(new URL(import.meta.url).searchParams.get('supervisor'));
if (process.ppid === supervisor) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The channel alone must not keep a process alive.
  process.channel?.unref();
}
