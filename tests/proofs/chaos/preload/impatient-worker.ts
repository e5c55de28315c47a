// The worker process with a grace time of half a second instead of thirty, so that a stop soon hands running jobs back.
import { runWorkerProcess } from '#worker/worker-process.ts';

process.exit(await runWorkerProcess({}, { graceMs: 500 }));
