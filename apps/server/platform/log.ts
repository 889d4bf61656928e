import pino, { type Logger } from 'pino';

/** Names of query parameters whose values must never be logged. */
const SECRET_NAME =
  /jwt|token|passw|pwd|secret|credential|auth|session|cookie|signature|^(code|otp|sig|api_?key)$/i;

/** API tokens, anywhere in an address (docs/decisions/0080). */
const API_TOKEN = /vlt_[\w-]{8,}/g;

/** An address without the values of secret parameters, in any spelling of their names. */
export function withoutSecrets(address: string): string {
  const url = address.replace(API_TOKEN, 'vlt_[hidden]');
  const at = url.indexOf('?');
  if (at < 0) return url;
  const query = url.slice(at + 1).replace(/([^&;=]+)=([^&;]*)/g, (pair, name: string) => {
    return SECRET_NAME.test(decoded(name)) ? `${name}=[hidden]` : pair;
  });
  return `${url.slice(0, at)}?${query}`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' ')).trim();
  } catch {
    // An unreadable name may be any name.
    return 'secret';
  }
}

/**
 * One JSON line per request and per event on stderr, without secrets.
 * @param more Adds fields to each line.
 */
export function createLog(level: string, more?: () => object): Logger {
  return pino(
    {
      level,
      ...(more ? { mixin: more } : {}),
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['*.password', '*.secret', '*.token', '*.authorization', '*.cookie', 'req.headers'],
        censor: '[hidden]',
      },
      serializers: {
        req: (request: { method: string; url: string; ip?: string; id?: string }) => ({
          method: request.method,
          url: withoutSecrets(request.url),
          ip: request.ip,
        }),
        res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
        err: pino.stdSerializers.err,
      },
    },
    pino.destination({ fd: 2, sync: false }),
  );
}
