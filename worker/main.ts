// The worker process: `npm run worker`, and what the supervisor starts.
import { runWorkerProcess } from './worker-process.ts';

process.exit(await runWorkerProcess());
