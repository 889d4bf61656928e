import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { vhostOf } from '../../../platform/amqp/topology.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Module } from '../../../platform/module.ts';
import type { Services } from '../../../platform/services.ts';
import type { Things } from '../things/index.ts';
import { mayUse, mayUseTopic } from './rules.ts';

/** Requests with a wrong secret that one address may send in a minute. */
const WRONG_PER_MINUTE = 30;

const text = z.string().max(1000);
const login = z.object({ username: text, password: text, client_id: text });
const vhost = z.object({ username: text, vhost: text });
const accessRequest = z.object({ username: text, vhost: text, resource: text, name: text, permission: text });
const topicRequest = accessRequest.extend({ routing_key: text });

/**
 * Implements RabbitMQ's HTTP auth backend: which device may connect, and what it may use. The answers are the words
 * `allow` and `deny`. RabbitMQ authenticates with BROKER_AUTH_SECRET as the password of Basic authorization; without
 * that setting the calls do not exist. No slow hash is needed: device secrets are 256 random bits, and known devices
 * are cached.
 */
export function createDeviceAccess({ config, log }: Services, things: Things): Module {
  const { brokerAuthSecret } = config;
  const ourVhost = vhostOf(config.amqpUrls);
  return {
    routes({ app }) {
      if (!brokerAuthSecret) {
        if (config.amqpUrls.length > 0)
          log.warn('without BROKER_AUTH_SECRET, RabbitMQ cannot check devices here and refuses them');
        return;
      }
      const isBroker = proofOf(brokerAuthSecret);
      addDecision(app, 'user', isBroker, async (body) => {
        const { username, password, client_id } = login.parse(body);
        // One connection for each device, which cannot take over the session of another.
        if (client_id !== username) return false;
        return (await things.authenticateAtBroker(username, password)) !== null;
      });
      addDecision(app, 'vhost', isBroker, async (body) => vhost.parse(body).vhost === ourVhost);
      addDecision(app, 'resource', isBroker, async (body) => {
        const parsed = accessRequest.parse(body);
        return parsed.vhost === ourVhost && mayUse(parsed);
      });
      addDecision(app, 'topic', isBroker, async (body) => {
        const parsed = topicRequest.parse(body);
        return parsed.vhost === ourVhost && mayUseTopic(parsed, parsed.routing_key);
      });
    },
  };
}

type Proof = (request: FastifyRequest) => boolean;

/** One request to `/broker/<name>`. An invalid body is denied. */
function addDecision(
  app: FastifyInstance,
  name: string,
  isBroker: Proof,
  answer: (body: unknown) => Promise<boolean>,
): void {
  const rateLimit = { max: WRONG_PER_MINUTE, timeWindow: '1 minute', allowList: isBroker };
  app.post(`/broker/${name}`, { config: { rateLimit } as object }, async (request, reply) => {
    if (!isBroker(request)) throw new AppError('unauthorized');
    const allowed = await answer(request.body).catch((e: unknown) => {
      if (e instanceof z.ZodError) return false;
      throw e;
    });
    return reply
      .type('text/plain')
      .header('cache-control', 'no-store')
      .send(allowed ? 'allow' : 'deny');
  });
}

/** Compares the secret in constant time. */
function proofOf(secret: string): Proof {
  const digest = (value: string) => createHash('sha256').update(value).digest();
  const expected = digest(secret);
  return ({ headers }) => {
    const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    const given = Buffer.from(encoded, 'base64').toString('utf8');
    return timingSafeEqual(digest(given.slice(given.indexOf(':') + 1)), expected);
  };
}
