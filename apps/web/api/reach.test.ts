import { getSelf } from '@voltloop/contract/calls/accounts.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PageServer, reply } from './test-browser.ts';

const { send } = await import('./send.ts');
const { useReach } = await import('./reach.ts');

const server = new PageServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

const lost = () => useReach.getState().lost;
const healthy = { url: '/healthz' };

describe('an unreachable server', () => {
  it('is reported when neither a call nor the probe after it is answered, and cleared when the server is back', async () => {
    server.answer = (request) => request.socket.destroy();
    await expect(send(getSelf, {})).rejects.toMatchObject({ status: 0 });
    await vi.waitFor(() => expect(lost()).toBe(true));
    server.answer = (_, response) => reply(response, 200, 0, 'ok');
    // Without a call in progress the server is polled.
    await vi.waitFor(() => expect(lost()).toBe(false), 10_000);
  });

  it('is not reported for a failed call while the server is reachable', async () => {
    server.requests = [];
    server.answer = (request, response) => {
      if (request.url === healthy.url) reply(response, 200, 0, 'ok');
      else request.socket.destroy();
    };
    const seen: boolean[] = [];
    const stop = useReach.subscribe((state) => seen.push(state.lost));
    await expect(send(getSelf, {})).rejects.toMatchObject({ status: 0 });
    await vi.waitFor(() => expect(server.requests.map(({ path }) => path)).toContain(healthy.url));
    stop();
    expect(seen).not.toContain(true);
  });

  it('counts as reachable when it answers with an error', async () => {
    server.answer = (request) => request.socket.destroy();
    await expect(send(getSelf, {})).rejects.toMatchObject({ status: 0 });
    await vi.waitFor(() => expect(lost()).toBe(true));
    server.answer = (_, response) => reply(response, 503, 5030001, '');
    await expect(send(getSelf, {})).rejects.toMatchObject({ status: 503 });
    expect(lost()).toBe(false);
  });
});
