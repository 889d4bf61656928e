import { Counter } from 'prom-client';

/** Sign-ins as Prometheus sees them, on the default registry. */
export const signIns = new Counter({
  name: 'voltloop_sign_ins_total',
  help: 'Sign-ins with a password or at the OpenID Connect provider, by outcome: ok, or the name of the error.',
  labelNames: ['outcome'],
});
