import { Counter } from 'prom-client';

/** Metrics of sign-ins on the default Prometheus registry. */
export const signIns = new Counter({
  name: 'voltloop_sign_ins_total',
  help: 'Sign-ins with a password or at the OpenID Connect provider, by outcome: ok, or the name of the error.',
  labelNames: ['outcome'],
});
