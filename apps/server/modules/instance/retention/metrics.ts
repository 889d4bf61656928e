import { Counter } from 'prom-client';

/** Metrics of removals on the default Prometheus registry. */
export const removed = new Counter({
  name: 'voltloop_retention_removed_total',
  help: 'Rows that this node removed at the end of their retention, by kind.',
  labelNames: ['kind'],
});
