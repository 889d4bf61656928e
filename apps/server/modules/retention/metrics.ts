import { Counter } from 'prom-client';

/** Metrics of removals on the default Prometheus registry. */
export const removed = new Counter({
  name: 'voltloop_retention_removed_total',
  help: 'Rows that this node removed because they were older than is kept, by kind.',
  labelNames: ['kind'],
});
