import { exportHistory } from '@voltloop/contract/calls/telemetry.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { anna, installStorages, PageServer, reply } from './test-browser.ts';

installStorages();
const { streamFile } = await import('./download-stream.ts');
const { begin } = await import('./session.ts');

const call = { params: { tenantId: 't', thingsId: 'x' }, query: { begin_time: 1, end_time: 2 } };

/** A file handle like the browser's. */
function place() {
  const written: number[] = [];
  const state = { closed: false, aborted: false, removed: false, requested: [] as string[] };
  const file = {
    createWritable: async () =>
      new WritableStream<Uint8Array>({
        write: (chunk) => void written.push(chunk.byteLength),
        close: () => {
          state.closed = true;
        },
        abort: () => {
          state.aborted = true;
        },
      }),
    remove: async () => {
      state.removed = true;
    },
  };
  vi.stubGlobal('showSaveFilePicker', async ({ suggestedName }: { suggestedName: string }) => {
    state.requested.push(suggestedName);
    return file;
  });
  return { state, bytes: () => written.reduce((sum, n) => sum + n, 0) };
}

describe('a large file', () => {
  const server = new PageServer();
  beforeAll(async () => {
    await server.start();
    begin(anna);
  });
  beforeEach(() => void vi.stubGlobal('showSaveFilePicker', undefined));
  afterAll(() => server.stop());
  const options = (signal: AbortSignal, seen: number[] = []) => ({
    fallbackName: 'x.csv',
    large: true,
    signal,
    onBytes: (bytes: number) => void seen.push(bytes),
  });

  it('is streamed to the chosen place with progress', async () => {
    const disk = place();
    server.answer = (_, response) => {
      response.writeHead(200, { 'content-disposition': 'attachment; filename="a.csv"' });
      response.write('a'.repeat(1000));
      response.end('b'.repeat(500));
    };
    const seen: number[] = [];
    expect(await streamFile(exportHistory, call, options(new AbortController().signal, seen))).toBe('saved');
    expect(disk.bytes()).toBe(1500);
    expect(seen.at(-1)).toBe(1500);
    expect(disk.state).toEqual({ closed: true, aborted: false, removed: false, requested: ['x.csv'] });
  });

  it('that is cancelled leaves no file and aborts the request', async () => {
    const disk = place();
    const left = new Promise<void>((resolve) => {
      server.answer = (_, response) => {
        response.writeHead(200, { 'content-disposition': 'attachment; filename="a.csv"' });
        response.write('a');
        response.once('close', resolve);
      };
    });
    const abort = new AbortController();
    const running = streamFile(exportHistory, call, {
      ...options(abort.signal),
      onBytes: () => abort.abort(),
    });
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    await left;
    expect(disk.state).toMatchObject({ closed: false, removed: true });
  });

  it('that is refused, or answered by a message, leaves no empty file', async () => {
    const refused = place();
    server.answer = (_, response) => reply(response, 429, 4290001, 'wait');
    await expect(
      streamFile(exportHistory, call, options(new AbortController().signal)),
    ).rejects.toMatchObject({ status: 429 });
    expect(refused.state.removed).toBe(true);
    const target = place();
    server.answer = (_, response) => reply(response, 200, 0, 'It comes by mail');
    expect(await streamFile(exportHistory, call, options(new AbortController().signal))).toEqual({
      tone: 'info',
      text: 'It comes by mail',
    });
    expect(target.state.removed).toBe(true);
  });
});
