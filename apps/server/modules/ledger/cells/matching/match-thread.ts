import { parentPort, workerData } from 'node:worker_threads';
import { type MatchTask, match } from '@voltloop/domain/matching/index.ts';

/** The worker thread that forms packs. */
parentPort?.postMessage(match(workerData as MatchTask));
