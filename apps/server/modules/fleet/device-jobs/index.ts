/** Jobs over many devices: batches with a job for each device, whatever the job does (docs/decisions/0141). */
export { BatchList, type BatchRow } from './batch-list.ts';
export { chooseThings, thingsOf } from './choose-things.ts';
export { creatorGone, DeviceJobs } from './device-jobs.ts';
