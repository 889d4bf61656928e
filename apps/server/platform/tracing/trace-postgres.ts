import type pg from 'pg';
import { currentTracer, traced } from './spans.ts';
import { statementText } from './statement-text.ts';

type Callback = (error: Error | null, ...rest: unknown[]) => void;

/** Creates a span for each statement of a connection inside another span. Cursors and COPY streams have none. */
export function traceQueries(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    const [first] = args;
    const sql = typeof first === 'string' ? first : (first as { text?: unknown } | undefined)?.text;
    const runsItself = typeof (first as { submit?: unknown } | undefined)?.submit === 'function';
    if (typeof sql !== 'string' || runsItself || !currentTracer()?.isRecording()) return query(...args);
    const { text, summary } = statementText(sql);
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary, 'db.query.text': text };
    const last = args.at(-1);
    if (typeof last !== 'function')
      return traced(summary, { kind: 'client', attributes }, () => query(...args) as Promise<unknown>);
    const done = last as Callback;
    const run = () =>
      new Promise<unknown[]>((resolve, reject) => {
        query(...args.slice(0, -1), (error: Error | null, ...rest: unknown[]) =>
          error ? reject(error) : resolve(rest),
        );
      });
    // An exception of the callback is not a failure of the query, which must not report it.
    traced(summary, { kind: 'client', attributes }, run).then(
      (rest) => process.nextTick(done, null, ...rest),
      (error: Error) => process.nextTick(done, error),
    );
    return undefined;
  }) as typeof client.query;
}
