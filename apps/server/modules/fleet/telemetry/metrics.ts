import { Counter, Gauge, Histogram } from 'prom-client';

/** Prometheus metrics of ingest, on the default registry. */
export const frames = new Counter({ name: 'voltloop_ingest_frames_total', help: 'Frames committed.' });
export const points = new Counter({ name: 'voltloop_ingest_points_total', help: 'Points committed.' });
export const rejects = new Counter({
  name: 'voltloop_ingest_rejects_total',
  help: 'Messages, frames or values that could not be read, by reason.',
  labelNames: ['reason'],
});
export const retries = new Counter({
  name: 'voltloop_ingest_retries_total',
  help: 'Commits that failed and were tried again.',
});
export const pendingMessages = new Gauge({
  name: 'voltloop_ingest_pending_messages',
  help: 'Messages received and not yet committed.',
});
export const commitSeconds = new Histogram({
  name: 'voltloop_ingest_commit_seconds',
  help: 'Time to commit one batch.',
  buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
});
