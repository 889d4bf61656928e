/**
 * Example program, which a test compiles and runs against the packed archive: prints one line of JSON. Environment:
 * VOLTLOOP_URL, VOLTLOOP_TOKEN.
 */
import { type CallReply, codes, VoltloopClient, VoltloopError } from '@voltloop/client';

declare const process: { env: Record<string, string | undefined> };

const client = new VoltloopClient({
  url: process.env.VOLTLOOP_URL ?? '',
  token: process.env.VOLTLOOP_TOKEN ?? '',
});

const self = await client.call('getSelf');

const devids: string[] = [];
for await (const thing of client.all('listThings', { query: { page_size: 2, sort: 'devid', order: 'asc' } }))
  devids.push(thing.devid);

const rows: CallReply<'batchData'> = await client.call('batchData', {
  params: { infoModelId: 'HE_BAT' },
  query: { thirdThingsIds: devids, order: 'desc', topN: 1 },
});

let refused = '';
try {
  await client.call('getThing', { params: { devNo: 'none of these' } });
} catch (error) {
  if (error instanceof VoltloopError && error.code === codes.notFound) refused = error.kind;
}

const file = await client.download('exportHistory', {
  params: { thingsId: devids[0] ?? '' },
  query: { begin_time: Date.now() - 86_400_000, end_time: Date.now() },
});
let bytes = 0;
const reader = file.stream.getReader();
for (let read = await reader.read(); !read.done; read = await reader.read()) bytes += read.value.length;

let live: unknown;
for await (const message of client.live({ things: devids })) {
  if (message.event === 'connected') console.log('connected');
  if (message.event !== 'frame') continue;
  live = message.data.fields;
  break;
}

// Mistakes that the compiler must find.
// @ts-expect-error unknown call
const mistakes = [() => client.call('getThings')];
// @ts-expect-error the parameters are required
mistakes.push(() => client.call('getThing'));
// @ts-expect-error unknown state
mistakes.push(() => client.call('listThings', { query: { state: 'online' } }));
// @ts-expect-error not a list
mistakes.push(() => client.all('getSelf'));

console.log(
  JSON.stringify({ user: self.user_name, devids, rows: rows.length, refused, name: file.name, bytes, live }),
);
