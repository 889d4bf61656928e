import { join, resolve } from 'node:path';
import { closest, distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { groupMappings, nameList, type OidcSettings, oidcOf } from './oidc-settings.ts';
import { isAddressRange } from './platform/address-list.ts';
import type { Retention } from './platform/retention.ts';
import { readS3Url, type S3Place } from './platform/s3-place.ts';
import { StartError } from './platform/start-error.ts';
import { readPairs, samplerNames, type TracingSettings } from './platform/tracing/settings.ts';
import { secrets, withSecretsFromFiles } from './settings-from-files.ts';
import type { TlsFiles } from './tls/certificate-files.ts';

const whole = (from: number, to: number) => {
  const error = `it must be a whole number from ${from} to ${to}`;
  return z.coerce.number(error).int(error).min(from, error).max(to, error);
};
const decimal = (from: number, to: number) => {
  const error = `it must be a number from ${from} to ${to}`;
  return z.coerce.number(error).min(from, error).max(to, error);
};
const text = (least: number, most: number) =>
  z
    .string()
    .min(least, `it must have at least ${least} characters`)
    .max(most, `it may have at most ${most} characters`);
const address = (protocol: RegExp, example: string) =>
  z.url({ protocol, error: `it must be an address like ${example}` });
/** Several addresses, separated by commas, each with its own credentials. */
const addressList = (protocol: RegExp, example: string) =>
  z
    .string()
    .transform(addresses)
    .pipe(z.array(address(protocol, example)).min(1, `it must be an address like ${example}`));
const choice = <const T extends readonly string[]>(...names: T) =>
  z.enum(names, `it must be one of ${names.join(', ')}`);
const flag = () => z.stringbool('it must be true or false');
/** `key=value,key2=value2` with percent-encoded values. */
const pairs = () =>
  z.string().transform((text, ctx) => {
    const found = readPairs(text);
    if (found) return found;
    ctx.addIssue('it must be key=value,key2=value2 with percent-encoded values');
    return z.NEVER;
  });
/** Retention of a kind of data, in days. */
const keptDays = (least: number) => {
  const error = `it must be 0 (for ever) or a whole number from ${least} to 36500`;
  return z.coerce
    .number(error)
    .int(error)
    .refine((days) => days === 0 || (days >= least && days <= 36_500), error)
    .default(0);
};

/** Addresses and networks, separated by commas. */
const addressRanges = () =>
  z
    .string()
    .default('')
    .transform(addresses)
    .refine(
      (ranges) => ranges.every(isAddressRange),
      'it must be addresses like 10.1.2.3 or 10.0.0.0/8, separated by commas',
    );

/** Hosts with or without a port, separated by commas; in lower case, as URLs have them. */
const hosts = () =>
  z
    .string()
    .default('')
    .transform((text) => new Set(addresses(text.toLowerCase())))
    .refine(
      (all) =>
        [...all].every(
          (host) => /^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/.test(host) && URL.canParse(`https://${host}`),
        ),
      'it must be hosts like 10.1.2.3 or platform.example.org:8443, separated by commas',
    );

/** An e-mail address, alone or as `Name <address>`. */
const mailbox = () =>
  text(3, 200).refine((sender) => {
    const named = /^(?:"[^"\r\n]*" *|[^"<>,;:\r\n]*)<([^<>]*)>$/.exec(sender);
    return z.regexes.html5Email.test(named?.[1] ?? sender);
  }, 'it must be an e-mail address like no-reply@example.org or Voltloop <no-reply@example.org>');

/** The address of the console, which is always at the root of its host. */
const origin = (example: string) => {
  const error = `it must be an address like ${example}, without path and query`;
  return address(/^https?$/, example).refine((url) => {
    if (!URL.canParse(url)) return true;
    const { pathname, search, hash, username } = new URL(url);
    return /^\/+$/.test(pathname) && !search && !hash && !username;
  }, error);
};

/** A folder of a bucket. */
const bucket = () =>
  z.string().transform((text, context) => {
    const place = readS3Url(text);
    if (typeof place !== 'string') return place;
    context.addIssue({ code: 'custom', message: place });
    return z.NEVER;
  });

const roleNames = ['api', 'ingest', 'jobs'] as const;

/**
 * Every setting of the server. This file is the only reader of the environment; docs/operations.md describes
 * each one.
 */
const settings = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: whole(0, 65535).default(8080),
  MQTT_HOST: z.string().min(1).optional(),
  MQTT_PORT: whole(0, 65535).default(1883),
  /** With both, the web server speaks https, and MQTT_TLS_PORT is opened. */
  TLS_CERT_FILE: z.string().min(1).optional(),
  TLS_KEY_FILE: z.string().min(1).optional(),
  MQTT_TLS_HOST: z.string().min(1).optional(),
  MQTT_TLS_PORT: whole(0, 65535).default(8883),
  /** Authorities for device certificates, and their revocation lists. */
  MQTT_CLIENT_CA_FILE: z.string().min(1).optional(),
  MQTT_CLIENT_CRL_FILE: z.string().min(1).optional(),
  /** How devices authenticate: by secret or certificate, or by certificate only. */
  MQTT_CLIENT_CERTIFICATES: choice('optional', 'required').default('optional'),
  /** A port that redirects plain HTTP to https. */
  HTTP_REDIRECT_PORT: whole(0, 65535).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: address(/^postgres(ql)?$/, 'postgres://user:password@host:5432/name').optional(),
  /** Connections of this process to PostgreSQL. */
  DATABASE_POOL: whole(2, 1000).default(16),
  /** Statement time-out of PostgreSQL, s; 0: none. */
  DATABASE_TIMEOUT_S: whole(0, 86_400).default(300),
  /** Queries that take longer are logged, without their values; 0: none. */
  SLOW_QUERY_MS: whole(0, 3_600_000).default(1000),
  /** Time-out of ClickHouse requests, s. */
  CLICKHOUSE_TIMEOUT_S: whole(1, 86_400).default(60),
  CLICKHOUSE_URL: address(/^https?$/, 'http://user:password@host:8123/name').optional(),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[A-Za-z0-9_]+$/, 'it must be a name of letters, digits and _')
    .optional(),
  MQTT_URL: address(/^mqtts?$/, 'mqtt://user:password@host:1883').optional(),
  /** RabbitMQ instead of a broker by MQTT: its nodes, for AMQP 0-9-1. */
  AMQP_URL: addressList(/^amqps?$/, 'amqp://user:password@host:5672').optional(),
  /** Unacknowledged messages of each queue that a node holds (prefetch). */
  AMQP_PREFETCH: whole(1, 65_535).default(2000),
  /** Management API of RabbitMQ, to disconnect a device whose secret was changed. */
  RABBITMQ_MANAGEMENT_URL: addressList(/^https?$/, 'http://user:password@host:15672').optional(),
  /** The secret of RabbitMQ when it queries whether a device may connect. */
  BROKER_AUTH_SECRET: text(24, 200).optional(),
  ROLES: z
    .string()
    .default('api,ingest,jobs')
    .transform((s) => s.split(',').map((r) => r.trim()))
    .pipe(
      z
        .array(z.enum(roleNames, `it must be one or more of ${roleNames.join(', ')}, separated by commas`))
        .min(1),
    ),
  /** Raster tiles behind the maps of the back office, as https://tiles.example.org/{z}/{x}/{y}.png; none by default. */
  MAP_TILES_URL: z
    .string()
    .regex(
      /^https?:\/\/[^\s'";,{}]+(\{[zxy]\}[^\s'";,{}]*){3}$/,
      'it must be an address like https://tiles.example.org/{z}/{x}/{y}.png',
    )
    .optional(),
  MAP_TILES_ATTRIBUTION: text(0, 200).default(''),
  MAP_TILES_SYSTEM: choice('wgs84', 'gcj02').default('wgs84'),
  /** A PMTiles file with streets, in the data folder or by its whole path. */
  MAP_PMTILES: z
    .string()
    .regex(/^[^\0]+\.pmtiles$/, 'it must be a file that ends in .pmtiles')
    .optional(),
  /** A style of MapLibre on another host; further hosts that it loads from are listed in MAP_HOSTS. */
  MAP_STYLE_URL: address(/^https?$/, 'https://tiles.example.org/style.json').optional(),
  MAP_HOSTS: z
    .string()
    .default('')
    .transform((s) =>
      s
        .split(',')
        .map((host) => host.trim())
        .filter(Boolean),
    )
    .pipe(
      z.array(
        z
          .string()
          .regex(
            /^https?:\/\/[\w.-]+(:\d+)?$/,
            'it must be addresses like https://tiles.example.org, separated by commas',
          ),
      ),
    ),
  /** The set-up code of the first account; by default the server generates one and prints it. */
  SETUP_CODE: text(12, 100).optional(),
  /** Enables the calls of the operator of the instance about its tenants. */
  OPERATOR_TOKEN: z
    .string()
    .regex(/^[\w.-]{24,200}$/, 'it must have 24 to 200 characters of A-Z, a-z, 0-9, _, . and -')
    .optional(),
  SYSTEM_TYPE: choice('lw', 'hy', 'fnj', 'other').default('fnj'),
  /** Show the settings panel to all users; a demo does in any case. */
  SHOW_SETTINGS: flag().default(false),
  LEGACY_API: flag().default(false),
  /** Set when a proxy serves the console over https: the refresh cookie is then Secure and HSTS is sent. */
  PUBLIC_URL: origin('https://energy.example.org').optional(),
  /** Number of trusted proxies in front (X-Forwarded-For). */
  TRUST_PROXY: whole(0, 10).default(0),
  LOG_LEVEL: choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  /** Size of the demo fleet and days of its history; 0 things starts without a simulator. */
  DEMO_THINGS: whole(0, 5000).default(300),
  DEMO_DAYS: whole(0, 400).default(62),
  /** Size of the demo's back office: none, a twentieth, or all of its data. */
  DEMO_BUSINESS: choice('0', 'small', 'full').default('full'),
  /** Requests a minute of one session, or of one address without a session. */
  API_RATE: whole(1, 10_000_000).default(1200),
  /** Megabytes of uploaded files that one account and one tenant may store. */
  ACCOUNT_FILES_MB: whole(1, 100_000_000).default(2000),
  TENANT_FILES_MB: whole(1, 100_000_000).default(20_000),
  /** The bucket for files; without it they are in the data folder. */
  FILES_URL: bucket().optional(),
  /** Folder or bucket of the files of scheduled exports; without either they are in the data folder. */
  EXPORTS_DIR: z.string().min(1).optional(),
  EXPORTS_URL: bucket().optional(),
  /** Credentials of that bucket, if they differ from those of the file bucket. */
  EXPORTS_ACCESS_KEY_ID: text(1, 200).optional(),
  EXPORTS_SECRET_ACCESS_KEY: text(1, 1000).optional(),
  /** Days that exported files are kept; 0: for ever. */
  EXPORTS_KEEP_DAYS: whole(0, 36_500).default(90),
  /** Megabytes of exported files of one account. */
  EXPORTS_ACCOUNT_MB: whole(1, 100_000_000).default(5000),
  /** Retention in days, by kind; 0: for ever. */
  RETENTION_RAW_DAYS: keptDays(35),
  RETENTION_QUARTER_HOUR_DAYS: keptDays(95),
  RETENTION_FRAMES_DAYS: keptDays(35),
  RETENTION_EVENTS_DAYS: keptDays(95),
  RETENTION_COMMANDS_DAYS: keptDays(35),
  /** Credentials of the bucket; without them the AWS credentials of the environment are used. */
  FILES_ACCESS_KEY_ID: text(1, 200).optional(),
  FILES_SECRET_ACCESS_KEY: text(1, 1000).optional(),
  /** Credentials of the backup bucket, if they differ from those of the file bucket. */
  BACKUP_ACCESS_KEY_ID: text(1, 200).optional(),
  BACKUP_SECRET_ACCESS_KEY: text(1, 1000).optional(),
  /** Private hosts (`host` or `host:port`) allowed for reports, also over http. */
  REPORTING_HOSTS: hosts(),
  /** The same for webhooks of records, and for webhooks, bots and push services of notifications. */
  WEBHOOK_HOSTS: hosts(),
  /** Private hosts allowed for electricity prices, also over http. */
  PRICE_HOSTS: hosts(),
  /** The mail server; without it no e-mail is sent. */
  SMTP_URL: address(/^smtps?$/, 'smtp://user:password@mail.example.org:587').optional(),
  MAIL_FROM: mailbox().default('Voltloop <no-reply@localhost>'),
  /** Single sign-on through an OpenID Connect provider. */
  OIDC_ISSUER: address(/^https?$/, 'https://login.example.org').optional(),
  OIDC_CLIENT_ID: text(1, 300).optional(),
  OIDC_CLIENT_SECRET: text(1, 1000).optional(),
  OIDC_SCOPES: nameList.default(['openid', 'profile', 'email']),
  OIDC_NAME: z.string().trim().min(1).max(40, 'it may have at most 40 characters').default('SSO'),
  OIDC_GROUPS_CLAIM: text(1, 200).default('groups'),
  /** The kind of account for each group of the provider. */
  OIDC_GROUPS: groupMappings.default([]),
  OIDC_CREATE_ACCOUNTS: flag().default(false),
  OIDC_LINK_BY_EMAIL: flag().default(false),
  /** Required authentication of people by the provider. */
  OIDC_ACR_VALUES: nameList.default([]),
  OIDC_AMR_VALUES: nameList.default([]),
  /** Frames per second one device may send before it is slowed. */
  DEVICE_RATE: decimal(0.1, 100_000).default(50),
  /** Check every reply against the contract before it leaves; on in tests. */
  CHECK_REPLIES: flag().default(false),
  /** Serve `/docs` and `/openapi.json` to callers without a session too. */
  PUBLIC_DOCS: flag().default(false),
  /** Addresses that may use the tenant-manager sign-in; empty means any. */
  ADMIN_ADDRESSES: addressRanges(),
  /** Addresses besides this machine that may read /metrics. */
  METRICS_ADDRESSES: addressRanges(),
  /** A collector of OpenTelemetry; spans are sent if one of the two addresses is set. The second is used unchanged. */
  OTEL_EXPORTER_OTLP_ENDPOINT: address(/^https?$/, 'http://collector.example.org:4318').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address(
    /^https?$/,
    'http://collector.example.org:4318/v1/traces',
  ).optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: choice('http/json').default('http/json'),
  OTEL_EXPORTER_OTLP_HEADERS: pairs().default({}),
  OTEL_EXPORTER_OTLP_TIMEOUT: whole(100, 60_000).default(10_000),
  OTEL_TRACES_EXPORTER: choice('otlp', 'none').default('otlp'),
  OTEL_SDK_DISABLED: flag().default(false),
  OTEL_SERVICE_NAME: text(1, 200).default('voltloop'),
  OTEL_RESOURCE_ATTRIBUTES: pairs().default({}),
  OTEL_TRACES_SAMPLER: choice(...samplerNames).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: decimal(0, 1).default(1),
});

const settingNames = Object.keys(settings.shape);
const names = [...settingNames, ...secrets.map((name) => `${name}_FILE`)];

/**
 * The setting probably meant by an unknown name: one letter differs, two are swapped, it is in lower case or begins
 * with VOLTLOOP_, or it names a file for a setting that is not read from one. A wider match would refuse names of
 * other programs.
 */
function suggestedSetting(name: string): string | undefined {
  if (names.includes(name) || name.length < 6) return undefined;
  const direct = name.replace(/_FILE$/, '');
  if (settingNames.includes(direct)) return direct;
  const plain = name.toUpperCase().replace(/^VOLTLOOP_/, '');
  const nearest = closest(plain, names);
  const letters = (text: string) => [...text].sort().join('');
  return distance(plain, nearest) <= 1 || letters(plain) === letters(nearest) ? nearest : undefined;
}

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
  const given = Object.fromEntries(
    Object.entries(withSecretsFromFiles(env)).filter(([, v]) => v !== undefined && v !== ''),
  );
  for (const name of Object.keys(given)) {
    const known = suggestedSetting(name);
    // Kubernetes sets NAME_PORT=tcp://… for each of its services.
    if (known === undefined || /^(tcp|udp|sctp):/.test(given[name] ?? '')) continue;
    throw new StartError(
      `The setting ${name} is not known. Did you mean ${known}?`,
      `Set ${known} instead, or unset ${name} (env -u ${name} npm start) if another program needs it.`,
    );
  }
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0] ?? 'A setting');
    throw new StartError(
      `The setting ${name} is wrong: ${issue?.message ?? 'not readable'}.`,
      'docs/operations.md lists every setting with its form.',
    );
  }
  const s = parsed.data;
  const roles = new Set(s.ROLES);
  if (s.MQTT_URL && s.AMQP_URL) {
    throw new StartError(
      'The settings MQTT_URL and AMQP_URL are both given.',
      'Unset one of them: AMQP_URL for RabbitMQ, MQTT_URL for any other broker.',
    );
  }
  if (roles.size < 3 && !(s.DATABASE_URL && s.CLICKHOUSE_URL && (s.MQTT_URL || s.AMQP_URL))) {
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
    roles,
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

/** @throws StartError where a setting requires another one */
function tlsOf(s: z.output<typeof settings>): Config['tls'] {
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

function tracingOf(s: z.output<typeof settings>): TracingSettings | null {
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
function keysOf(
  s: z.output<typeof settings>,
  bucket: 'FILES' | 'EXPORTS' | 'BACKUP',
): Pick<S3Place, 'credentials'> {
  const names = [`${bucket}_ACCESS_KEY_ID`, `${bucket}_SECRET_ACCESS_KEY`] as const;
  const [accessKeyId, secretAccessKey] = [s[names[0]], s[names[1]]];
  if (accessKeyId && secretAccessKey) return { credentials: { accessKeyId, secretAccessKey } };
  if (!accessKeyId && !secretAccessKey) return {};
  throw new StartError(
    `The setting ${accessKeyId ? names[1] : names[0]} is missing.`,
    `Give both ${names.join(' and ')} (or …_FILE), or neither to use those of the environment (AWS_…).`,
  );
}

function addresses(text: string): string[] {
  return text
    .split(',')
    .map((a) => a.trim())
    .filter(Boolean);
}
