import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createAmqpBus } from './platform/amqp/bus.ts';
import { Management } from './platform/amqp/management.ts';
import { vhostOf } from './platform/amqp/topology.ts';
import { startUplinkConsumer, type UplinkConsumer } from './platform/amqp/uplink-consumer.ts';
import type { Bus } from './platform/bus.ts';
import { createBusClient } from './platform/bus-client.ts';
import { claimNodeName } from './platform/node-name.ts';
import type { UplinkRouter } from './platform/uplink.ts';
import { startUplinkSubscriber } from './platform/uplink-subscriber.ts';

/** The bus at the configured broker. @throws StartError when it does not answer */
export async function openBus(config: Config, log: Logger): Promise<Bus> {
  if (config.mqttUrl) return createBusClient(config.mqttUrl, log);
  const management = new Management(config.rabbitmqManagementUrls, vhostOf(config.amqpUrls), log);
  return createAmqpBus({ urls: config.amqpUrls, log, management });
}

/** Reads device messages from the configured broker; resolves when it is readable. */
export async function startUplink(
  config: Config,
  uplink: UplinkRouter,
  { log, pool }: { log: Logger; pool: pg.Pool },
): Promise<UplinkConsumer> {
  if (!config.mqttUrl)
    return startUplinkConsumer({ urls: config.amqpUrls, prefetch: config.amqpPrefetch, uplink, log });
  const node = await claimNodeName(pool, log);
  const subscriber = await startUplinkSubscriber({ url: config.mqttUrl, uplink, log, node: node.name });
  return {
    cause: () => subscriber.cause(),
    async stop() {
      await subscriber.stop();
      await node.stop();
    },
  };
}

/** The address for devices. RabbitMQ's MQTT listener is expected on the first node of AMQP_URL, at MQTT_PORT. */
export function mqttAddress(config: Config): string {
  if (config.mqttUrl) return config.mqttUrl;
  const [first] = config.amqpUrls;
  const host = first ? new URL(first).hostname : config.mqttHost;
  return `mqtt://${host}:${config.mqttPort}`;
}
