import { closest, distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { StartError } from '../platform/start-error.ts';
import { samplerNames } from '../platform/tracing/settings.ts';
import { secrets } from './from-files.ts';
import { groupMappings, nameList } from './oidc.ts';
import {
  address,
  addressList,
  addressRanges,
  bucket,
  choice,
  decimal,
  flag,
  hosts,
  keptDays,
  mailbox,
  origin,
  pairs,
  text,
  whole,
} from './values.ts';

const roleNames = ['api', 'ingest', 'jobs'] as const;

/**
 * Every setting of the server, by the name of its environment variable; docs/operations.md describes each one.
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

export type Settings = z.output<typeof settings>;

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

/** @throws StartError naming the first setting that is invalid, or unknown but close to a known one */
export function readSettings(env: Record<string, string | undefined>): Settings {
  // An empty value counts as unset.
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  for (const [name, value = ''] of Object.entries(given)) {
    const known = suggestedSetting(name);
    // Kubernetes sets NAME_PORT=tcp://… for each of its services.
    if (known === undefined || /^(tcp|udp|sctp):/.test(value)) continue;
    throw new StartError(
      `The setting ${name} is not known. Did you mean ${known}?`,
      `Set ${known} instead, or unset ${name} (env -u ${name} npm start) if another program needs it.`,
    );
  }
  const parsed = settings.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name = String(issue?.path[0] ?? 'A setting');
  throw new StartError(
    `The setting ${name} is wrong: ${issue?.message ?? 'not readable'}.`,
    'docs/operations.md lists every setting with its form.',
  );
}
