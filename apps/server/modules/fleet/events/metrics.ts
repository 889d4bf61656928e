import { Counter } from 'prom-client';

/** Prometheus metrics of device events, on the default registry. */
export const eventChanges = new Counter({
  name: 'voltloop_event_changes_total',
  help: 'Events that this node raised, ended or acknowledged, by level (1 to 3) and state after it.',
  labelNames: ['level', 'state'],
});
