import { readFileSync } from 'node:fs';
import { StartError } from '../platform/start-error.ts';

/**
 * Settings that contain a secret or a long text. Each can also be read from a file, named by the setting with the
 * suffix `_FILE`.
 */
export const secrets = [
  'DATABASE_URL',
  'CLICKHOUSE_URL',
  'MQTT_URL',
  'AMQP_URL',
  'RABBITMQ_MANAGEMENT_URL',
  'BROKER_AUTH_SECRET',
  'SMTP_URL',
  'SETUP_CODE',
  'OIDC_CLIENT_SECRET',
  'OIDC_GROUPS',
  'OPERATOR_TOKEN',
  'FILES_ACCESS_KEY_ID',
  'FILES_SECRET_ACCESS_KEY',
  'EXPORTS_ACCESS_KEY_ID',
  'EXPORTS_SECRET_ACCESS_KEY',
  'BACKUP_ACCESS_KEY_ID',
  'BACKUP_SECRET_ACCESS_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

/**
 * The environment, with secrets from files as container platforms mount them. A trailing line break is removed.
 * @throws StartError where a file is unreadable or empty, or the setting is given twice
 */
export function withSecretsFromFiles(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const found: Record<string, string> = {};
  for (const name of secrets) {
    const path = env[`${name}_FILE`];
    if (!path) continue;
    if (env[name])
      throw new StartError(
        `The settings ${name} and ${name}_FILE are both given.`,
        'Unset one of them: it is unclear which of the two applies.',
      );
    found[name] = contentOf(`${name}_FILE`, path);
  }
  return { ...env, ...found };
}

function contentOf(setting: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new StartError(
      `The file ${path} of the setting ${setting} can't be read: ${(error as NodeJS.ErrnoException).code}.`,
      'Check the path, and that this user may read it.',
    );
  }
  if (text === '')
    throw new StartError(`The file ${path} of the setting ${setting} is empty.`, 'Write the value into it.');
  return text;
}
