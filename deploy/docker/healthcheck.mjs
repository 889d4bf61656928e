// Asks /healthz of this container: an orchestrator restarts what is unhealthy, which helps no store that is unreachable.
// Over https where there is a certificate, whatever its name.
import { get as getPlain } from 'node:http';
import { get as getSecure } from 'node:https';

const { PORT = '8080', TLS_CERT_FILE } = process.env;
const options = { host: '127.0.0.1', port: PORT, path: '/healthz', timeout: 4000, rejectUnauthorized: false };
const asked = (TLS_CERT_FILE ? getSecure : getPlain)(options, (reply) =>
  process.exit(reply.statusCode === 200 ? 0 : 1),
);
asked.on('timeout', () => asked.destroy());
asked.on('error', () => process.exit(1));
