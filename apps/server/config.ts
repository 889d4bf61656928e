import { join, resolve } from 'node:path';
import type { Retention } from './platform/retention.ts';
import type { S3Place } from './platform/s3-place.ts';
import { StartError } from './platform/start-error.ts';
import type { TracingSettings } from './platform/tracing/settings.ts';
import { withSecretsFromFiles } from './settings/from-files.ts';
import { type OidcSettings, oidcOf } from './settings/oidc.ts';
import { readSettings, type Settings } from './settings/schema.ts';
import type { TlsFiles } from './tls/tls-files.ts';

export interface Config {
  host: string;
  port: number;
  mqttHost: string;
  mqttPort: number;
  /** Null when this process encrypts neither HTTP nor MQTT. */
  tls: {
    files: TlsFiles;
    mqttHost: string;
    mqttPort: number;
    certificatesOnly: boolean;
    redirectPort: number | null;
  } | null;
  /** Whether the console is served over https: by this process, or by a proxy. */
  https: boolean;
  dataDir: string;
  databaseUrl: string | undefined;
  databasePool: number;
  databaseTimeout_s: number;
  slowQuery_ms: number;
  clickhouseTimeout_s: number;
  clickhouseUrl: string | undefined;
  clickhouseCluster: string | undefined;
  mqttUrl: string | undefined;
  /** Nodes of RabbitMQ; none with another broker. */
  amqpUrls: readonly string[];
  amqpPrefetch: number;
  rabbitmqManagementUrls: readonly string[];
  brokerAuthSecret: string | undefined;
  roles: ReadonlySet<'api' | 'ingest' | 'jobs'>;
  /** Raster tiles of maps, their attribution and coordinate system. */
  mapTiles: { url: string; attribution: string; system: 'wgs84' | 'gcj02' } | null;
  /** Path of a PMTiles file, and address of a style: both take precedence over the tiles. */
  mapFile: string | null;
  mapStyle: string | null;
  /** Hosts that maps may load from, besides those of the tiles and of the style. */
  mapHosts: readonly string[];
  setupCode: string | undefined;
  operatorToken: string | undefined;
  systemType: 'lw' | 'hy' | 'fnj' | 'other';
  showSettings: boolean;
  legacyApi: boolean;
  publicUrl: string | undefined;
  trustProxy: number;
  logLevel: string;
  demoThings: number;
  demoDays: number;
  demoBusiness: '0' | 'small' | 'full';
  apiRate: number;
  accountFiles_MB: number;
  tenantFiles_MB: number;
  retention: Retention;
  /** The bucket for files; null: the data folder. */
  filesPlace: S3Place | null;
  /** Files of scheduled exports. */
  exports: {
    /** Their bucket; null: the folder. */
    place: S3Place | null;
    folder: string;
    /** 0: for ever. */
    keepDays: number;
    account_MB: number;
  };
  /** The keys of a bucket of backups. */
  backupKeys: NonNullable<S3Place['credentials']> | null;
  /** Private hosts allowed for reports; the demo adds its platform. */
  reportingHosts: Set<string>;
  webhookHosts: Set<string>;
  priceHosts: Set<string>;
  /** The demo sets its own. */
  smtpUrl: string | undefined;
  /** The origin of links in e-mails; never taken from the Host header of a request. */
  mailOrigin: string | undefined;
  mailFrom: string;
  /** Single sign-on; null without a provider. */
  oidc: OidcSettings | null;
  deviceRate: number;
  publicDocs: boolean;
  adminAddresses: string[];
  metricsAddresses: string[];
  /** Null: tracing is off. */
  tracing: TracingSettings | null;
  checkReplies: boolean;
  /** Start without demo data and require the set-up of the first main account. */
  empty: boolean;
  /** Terminal for the progress line. */
  interactive: boolean;
}

/**
 * Reads the settings.
 * @throws StartError naming the first setting that is invalid, or unknown but close to a known one.
 */
export function readConfig(env: Record<string, string | undefined>, args: readonly string[]): Config {
  const unknown = args.find((a) => a !== '--empty');
  if (unknown) throw new StartError(`The option ${unknown} is not known.`, 'The only option is --empty.');
  const s = readSettings(withSecretsFromFiles(env));
  checkTogether(s);
  const tls = tlsOf(s);
  return {
    host: s.HOST,
    port: s.PORT,
    // With TLS, unencrypted ports listen on loopback unless configured otherwise.
    mqttHost: s.MQTT_HOST ?? (tls ? '127.0.0.1' : s.HOST),
    tls,
    https: tls !== null || (s.PUBLIC_URL?.startsWith('https:') ?? false),
    mqttPort: s.MQTT_PORT,
    dataDir: resolve(s.DATA_DIR),
    databaseUrl: s.DATABASE_URL,
    databasePool: s.DATABASE_POOL,
    databaseTimeout_s: s.DATABASE_TIMEOUT_S,
    slowQuery_ms: s.SLOW_QUERY_MS,
    clickhouseTimeout_s: s.CLICKHOUSE_TIMEOUT_S,
    clickhouseUrl: s.CLICKHOUSE_URL,
    clickhouseCluster: s.CLICKHOUSE_CLUSTER,
    mqttUrl: s.MQTT_URL,
    amqpUrls: s.AMQP_URL ?? [],
    amqpPrefetch: s.AMQP_PREFETCH,
    rabbitmqManagementUrls: s.RABBITMQ_MANAGEMENT_URL ?? [],
    brokerAuthSecret: s.BROKER_AUTH_SECRET,
    roles: new Set(s.ROLES),
    mapTiles: s.MAP_TILES_URL
      ? { url: s.MAP_TILES_URL, attribution: s.MAP_TILES_ATTRIBUTION, system: s.MAP_TILES_SYSTEM }
      : null,
    mapFile: s.MAP_PMTILES ? resolve(s.DATA_DIR, s.MAP_PMTILES) : null,
    mapStyle: s.MAP_STYLE_URL ?? null,
    mapHosts: s.MAP_HOSTS,
    setupCode: s.SETUP_CODE,
    operatorToken: s.OPERATOR_TOKEN,
    systemType: s.SYSTEM_TYPE,
    showSettings: s.SHOW_SETTINGS,
    legacyApi: s.LEGACY_API,
    publicUrl: s.PUBLIC_URL,
    trustProxy: s.TRUST_PROXY,
    logLevel: s.LOG_LEVEL,
    demoThings: s.DEMO_THINGS,
    demoDays: s.DEMO_DAYS,
    demoBusiness: s.DEMO_BUSINESS,
    apiRate: s.API_RATE,
    accountFiles_MB: s.ACCOUNT_FILES_MB,
    tenantFiles_MB: s.TENANT_FILES_MB,
    retention: {
      raw: s.RETENTION_RAW_DAYS,
      quarterHours: s.RETENTION_QUARTER_HOUR_DAYS,
      frames: s.RETENTION_FRAMES_DAYS,
      events: s.RETENTION_EVENTS_DAYS,
      commands: s.RETENTION_COMMANDS_DAYS,
    },
    filesPlace: s.FILES_URL ? { ...s.FILES_URL, ...keysOf(s, 'FILES') } : null,
    exports: {
      place: s.EXPORTS_URL ? { ...s.EXPORTS_URL, ...keysOf(s, 'FILES'), ...keysOf(s, 'EXPORTS') } : null,
      folder: resolve(s.EXPORTS_DIR ?? join(s.DATA_DIR, 'exports')),
      keepDays: s.EXPORTS_KEEP_DAYS,
      account_MB: s.EXPORTS_ACCOUNT_MB,
    },
    backupKeys: keysOf(s, 'BACKUP').credentials ?? null,
    reportingHosts: s.REPORTING_HOSTS,
    webhookHosts: s.WEBHOOK_HOSTS,
    priceHosts: s.PRICE_HOSTS,
    smtpUrl: s.SMTP_URL,
    mailOrigin: s.PUBLIC_URL?.replace(/\/+$/, ''),
    mailFrom: s.MAIL_FROM,
    oidc: oidcOf(s),
    deviceRate: s.DEVICE_RATE,
    publicDocs: s.PUBLIC_DOCS,
    adminAddresses: s.ADMIN_ADDRESSES,
    metricsAddresses: s.METRICS_ADDRESSES,
    tracing: tracingOf(s),
    checkReplies: s.CHECK_REPLIES,
    empty: args.includes('--empty'),
    interactive: process.stdout.isTTY === true,
  };
}

/** Whether the settings name a broker; otherwise it is embedded. */
export const usesExternalBroker = ({ mqttUrl, amqpUrls }: Pick<Config, 'mqttUrl' | 'amqpUrls'>): boolean =>
  mqttUrl !== undefined || amqpUrls.length > 0;

/** @throws StartError for settings that exclude or need each other */
function checkTogether(s: Settings): void {
  if (s.MQTT_URL && s.AMQP_URL) {
    throw new StartError(
      'The settings MQTT_URL and AMQP_URL are both given.',
      'Unset one of them: AMQP_URL for RabbitMQ, MQTT_URL for any other broker.',
    );
  }
  const sharesServices = s.DATABASE_URL && s.CLICKHOUSE_URL && (s.MQTT_URL || s.AMQP_URL);
  if (new Set(s.ROLES).size < 3 && !sharesServices) {
    throw new StartError(
      'The setting ROLES splits the server, but not every shared service has a URL.',
      'Give DATABASE_URL, CLICKHOUSE_URL and MQTT_URL or AMQP_URL, or leave ROLES unset.',
    );
  }
  if (s.EXPORTS_DIR && s.EXPORTS_URL) {
    throw new StartError(
      'The settings EXPORTS_DIR and EXPORTS_URL are both given.',
      'Unset one of them: exported files go to a folder or to a bucket.',
    );
  }
  if (s.SMTP_URL && !s.PUBLIC_URL) {
    throw new StartError(
      'The setting SMTP_URL needs PUBLIC_URL.',
      'Set PUBLIC_URL to the address of the console: links in e-mails lead there.',
    );
  }
}

/** @throws StartError where a setting requires another one */
function tlsOf(s: Settings): Config['tls'] {
  const needs = (name: keyof typeof s, other: string) =>
    new StartError(
      `The setting ${name} needs ${other}.`,
      'docs/operations.md, "TLS", says which go together.',
    );
  if (s.TLS_CERT_FILE && !s.TLS_KEY_FILE) throw needs('TLS_CERT_FILE', 'TLS_KEY_FILE');
  if (s.TLS_KEY_FILE && !s.TLS_CERT_FILE) throw needs('TLS_KEY_FILE', 'TLS_CERT_FILE');
  if (s.MQTT_CLIENT_CRL_FILE && !s.MQTT_CLIENT_CA_FILE)
    throw needs('MQTT_CLIENT_CRL_FILE', 'MQTT_CLIENT_CA_FILE');
  if (s.MQTT_CLIENT_CERTIFICATES === 'required' && !s.MQTT_CLIENT_CA_FILE)
    throw needs('MQTT_CLIENT_CERTIFICATES', 'MQTT_CLIENT_CA_FILE');
  if (!s.TLS_CERT_FILE || !s.TLS_KEY_FILE) {
    if (s.MQTT_CLIENT_CA_FILE) throw needs('MQTT_CLIENT_CA_FILE', 'TLS_CERT_FILE and TLS_KEY_FILE');
    if (s.HTTP_REDIRECT_PORT !== undefined)
      throw needs('HTTP_REDIRECT_PORT', 'TLS_CERT_FILE and TLS_KEY_FILE');
    return null;
  }
  return {
    files: {
      certificate: resolve(s.TLS_CERT_FILE),
      key: resolve(s.TLS_KEY_FILE),
      clientCa: s.MQTT_CLIENT_CA_FILE && resolve(s.MQTT_CLIENT_CA_FILE),
      clientCrl: s.MQTT_CLIENT_CRL_FILE && resolve(s.MQTT_CLIENT_CRL_FILE),
    },
    mqttHost: s.MQTT_TLS_HOST ?? s.HOST,
    mqttPort: s.MQTT_TLS_PORT,
    certificatesOnly: s.MQTT_CLIENT_CERTIFICATES === 'required',
    redirectPort: s.HTTP_REDIRECT_PORT ?? null,
  };
}

function tracingOf(s: Settings): TracingSettings | null {
  const base = s.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '');
  const url = s.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base}/v1/traces`);
  if (!url || s.OTEL_SDK_DISABLED || s.OTEL_TRACES_EXPORTER === 'none') return null;
  return {
    url,
    headers: s.OTEL_EXPORTER_OTLP_HEADERS,
    timeout_ms: s.OTEL_EXPORTER_OTLP_TIMEOUT,
    service: s.OTEL_SERVICE_NAME,
    resource: s.OTEL_RESOURCE_ATTRIBUTES,
    sampler: s.OTEL_TRACES_SAMPLER,
    ratio: s.OTEL_TRACES_SAMPLER_ARG,
  };
}

/** The keys of a bucket, if set. @throws StartError if only one of the two is set */
function keysOf(s: Settings, bucket: 'FILES' | 'EXPORTS' | 'BACKUP'): Pick<S3Place, 'credentials'> {
  const names = [`${bucket}_ACCESS_KEY_ID`, `${bucket}_SECRET_ACCESS_KEY`] as const;
  const [accessKeyId, secretAccessKey] = [s[names[0]], s[names[1]]];
  if (accessKeyId && secretAccessKey) return { credentials: { accessKeyId, secretAccessKey } };
  if (!accessKeyId && !secretAccessKey) return {};
  throw new StartError(
    `The setting ${accessKeyId ? names[1] : names[0]} is missing.`,
    `Give both ${names.join(' and ')} (or …_FILE), or neither to use those of the environment (AWS_…).`,
  );
}
