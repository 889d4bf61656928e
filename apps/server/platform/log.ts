import pino, { type Logger } from 'pino';

/** Query parameters that must never be in a log, should a client send them (decisions C01, C05). */
const secretQuery = /([?&](?:jwt|token|password|code|secret)=)[^&]*/gi;

/** One JSON line per request and per event on stderr, secrets taken out. */
export function createLog(level: string): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['*.password', '*.secret', '*.token', '*.authorization', '*.cookie', 'req.headers'],
        censor: '[hidden]',
      },
      serializers: {
        req: (request: { method: string; url: string; ip?: string; id?: string }) => ({
          method: request.method,
          url: request.url.replace(secretQuery, '$1[hidden]'),
          ip: request.ip,
        }),
        res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
        err: pino.stdSerializers.err,
      },
    },
    pino.destination({ fd: 2, sync: false }),
  );
}
