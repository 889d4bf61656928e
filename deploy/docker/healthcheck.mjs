// Asks /readyz of this container, over https where it has a certificate: whose name it bears does not matter here.
import { get as getPlain } from 'node:http';
import { get as getSecure } from 'node:https';

const { PORT = '8080', TLS_CERT_FILE } = process.env;
const options = { host: '127.0.0.1', port: PORT, path: '/readyz', timeout: 4000, rejectUnauthorized: false };
const asked = (TLS_CERT_FILE ? getSecure : getPlain)(options, (reply) =>
  process.exit(reply.statusCode === 200 ? 0 : 1),
);
asked.on('timeout', () => asked.destroy());
asked.on('error', () => process.exit(1));
