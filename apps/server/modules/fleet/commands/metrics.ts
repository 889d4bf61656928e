import { Counter } from 'prom-client';

/** Prometheus metrics of commands, on the default registry. */
export const commandStates = new Counter({
  name: 'voltloop_commands_total',
  help: 'Commands that this node brought into a state.',
  labelNames: ['state'],
});
