import {
  type DocumentKind,
  documentCalls,
  type Preset,
  rightOf,
  rightOfStep,
  type Values,
} from '@voltloop/resource-kit';
import { documentKinds } from '@voltloop/resources/documents.ts';
import { describe, expect, test } from 'vitest';
import { ledgerDifferences } from '../modules/ledger/stock/index.ts';
import { codedOf, documentsOf, ledgerOf } from './documents.ts';
import { setUp } from './set-up.ts';
import { startTestStock } from './stock.ts';

const intoStore = ([, { to }]: [string, Preset]) => to.at === 'store';

/** Concurrent postings of documents with the same goods. */
const AT_ONCE = 6;

/**
 * The tests of posting with one document kind: effects and refusals of posting and voiding, warnings, rights, and
 * concurrent calls. They run for the representatives (packages/resources/representatives.ts); what each preset of
 * every kind does with goods is tested in packages/resources/documents.module.test.ts.
 */
export function describeDocument(kind: DocumentKind): void {
  const { resource } = kind;
  const { path, name } = resource;
  const calls = documentCalls(kind);
  const another = kind.approval === 'another';
  const last = another ? 'approve' : 'post';
  const coded = codedOf(kind);
  const intoStores = coded.filter(intoStore);
  const stock = setUp(() => startTestStock());
  const documents = documentsOf(kind, stock);
  const { rows, movesOf, itemOf, headerOf, saveLines, linesOf, check, refusal } = ledgerOf(kind, stock);
  const first = () => documents.coded;

  describe(`posting ${name}`, () => {
    test('happens once, also for two concurrent calls', async () => {
      const { id, codes } = await documents.ready(first());
      await documents.submit(id);
      const replies = await Promise.all([documents.finish(id), documents.finish(id)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await documents.finish(id)).toMatchObject({
        status: 409,
        data: [{ key: 'resource.noStep?from=posted' }],
      });
      expect(await movesOf(id, codes)).toHaveLength(documents.movesOfLine);
    });

    test('assigns the number that look-ups show; a draft has none', async () => {
      const { id } = await documents.ready(first());
      const lookup = async (query: string) => (await stock.office.get(`${path}/lookup?${query}`)).data;
      expect(await lookup(`ids=${id}`)).toEqual([{ id, title: '', hint: null }]);
      expect((await lookup('limit=50')).map((row: { id: string }) => row.id)).not.toContain(id);
    });

    test('needs lines', async () => {
      const id = await documents.draft(first(), []);
      expect(await refusal(id)).toMatchObject({ path: 'lines', key: 'rule.document.noLines' });
    });

    test('is refused on a future day and in a closed month', async () => {
      const { goods: codes } = await documents.ready(first());
      const month = '2026-01';
      const given = documents.lines(first(), codes);
      const tomorrow = await documents.draft(first(), given, { day: '2026-03-02' });
      expect(await refusal(tomorrow)).toMatchObject({ path: 'day', key: 'rule.document.dayInFuture' });
      await documents.step(tomorrow, 'cancel', { reason: '改期' });
      expect(await stock.office.post('/period/close', { month })).toMatchObject({ status: 200 });
      const id = await documents.draft(first(), given);
      expect(await stock.office.post(`${path}/update`, { id, day: `${month}-31` })).toMatchObject({
        status: 400,
        data: [{ path: 'day', key: 'rule.document.monthClosed' }],
      });
      await stock.office.post('/period/reopen', { month, reason: '补录' });
    });

    test('reports the same as the check, which writes nothing', async () => {
      const { id, codes } = await documents.ready(first());
      const before = await itemOf(codes[0] as string);
      expect(await check(id)).toMatchObject({ status: 200, data: { problems: [], warnings: [] } });
      expect(await itemOf(codes[0] as string)).toEqual(before);
      expect(await movesOf(id)).toEqual([]);
      expect(await headerOf(id)).toMatchObject({ status: 'draft', no: null });
      expect(await documents.post(id)).toMatchObject({ status: 200 });
    });

    test('succeeds once for concurrent documents with the same goods, and the others get the name of the first', async () => {
      const codes = await documents.goods(first(), 1);
      const ids: string[] = [];
      for (let n = 0; n < AT_ONCE; n += 1)
        ids.push(await documents.draft(first(), documents.lines(first(), codes)));
      // Documents with claims conflict when they are submitted.
      if (kind.claims !== 'submitted') for (const id of ids) await documents.submit(id);
      const replies = await Promise.all(
        ids.map((id) =>
          kind.claims === 'submitted' ? documents.step(id, 'submit') : documents.finish(id, stock.approver),
        ),
      );
      const winners = replies.filter(({ status }) => status === 200);
      expect(winners).toHaveLength(1);
      const no = winners[0]?.data.list[0].no;
      for (const { status, data } of replies.filter((reply) => reply !== winners[0])) {
        expect(status).toBe(409);
        expect(data[0].key).toMatch(new RegExp(`no=${no}&by=.+&at=\\d+$`));
      }
    });
  });

  if (another)
    describe(`approving ${name}`, () => {
      test('needs another person than the one who submitted', async () => {
        const { id, codes } = await documents.ready(first());
        expect((await documents.step(id, 'post')).status).toBe(400);
        expect(await documents.step(id, 'approve')).toMatchObject({ status: 409, code: 4_090_002 });
        const submitted = await documents.step(id, 'submit');
        const { no } = submitted.data.list[0];
        expect(await documents.step(id, 'approve')).toMatchObject({
          status: 409,
          data: [{ key: 'rule.document.fourEyes' }],
        });
        const again = await stock.office.server.signIn(stock.office.main.userName);
        expect((await documents.step(id, 'approve', {}, again.token)).status).toBe(409);
        expect(await documents.step(id, 'return', {}, stock.approver)).toMatchObject({ status: 200 });
        expect(await documents.step(id, 'submit')).toMatchObject({ status: 200 });
        expect(await movesOf(id)).toEqual([]);
        expect(await documents.finish(id)).toMatchObject({ status: 200, data: { list: [{ no }] } });
        expect(codes).toHaveLength(1);
      });

      test('and withdrawing never both succeed when concurrent', async () => {
        const { id, codes } = await documents.ready(first());
        await documents.submit(id);
        const replies = await Promise.all([documents.finish(id), documents.step(id, 'withdraw')]);
        expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
        expect(await movesOf(id, codes)).toHaveLength(replies[0].status === 200 ? documents.movesOfLine : 0);
      });
    });

  describe.runIf(kind.claims === 'submitted')(`claims of ${name}`, () => {
    const claims = (id: string) => rows('select 1 from claims where document_id = $1', [id]);
    /** Two documents of the same goods, the first one submitted. */
    const two = async () => {
      const codes = await documents.goods(first(), 1);
      const make = () => documents.draft(first(), documents.lines(first(), codes));
      const [one, other] = [await make(), await make()];
      await documents.submit(one);
      return { one, other };
    };

    test('block the goods for others, and name their document', async () => {
      const { one, other } = await two();
      const { no } = await headerOf(one);
      const key = expect.stringMatching(new RegExp(`^rule\\.document\\.claimed\\?no=${no}&by=.+&at=\\d+$`));
      expect((await check(other)).data.problems).toMatchObject([{ key }]);
      expect(await documents.step(other, 'submit')).toMatchObject({ status: 409, data: [{ key }] });
      expect(await headerOf(other)).toMatchObject({ status: 'draft', no: null });
      expect(await documents.finish(one)).toMatchObject({ status: 200 });
      expect(await claims(one)).toEqual([]);
    });

    test.each(['withdraw', 'return', 'cancel'])('end with %s', async (step) => {
      const { one, other } = await two();
      const reason = { reason: '改期' };
      expect(await documents.step(one, step, reason, stock.approver)).toMatchObject({ status: 200 });
      expect(await claims(one)).toEqual([]);
      expect(await documents.post(other)).toMatchObject({ status: 200 });
    });

    test('expire after two weeks', async () => {
      const { one, other } = await two();
      await rows("update claims set ends_at = ends_at - interval '14 days' where document_id = $1", [one]);
      expect(await documents.post(other)).toMatchObject({ status: 200 });
    });
  });

  describe(`voiding ${name}`, () => {
    test('happens once, also for two concurrent calls', async () => {
      const { id } = await documents.ready(first());
      await documents.post(id);
      const replies = await Promise.all([documents.step(id, 'void'), documents.step(id, 'void')]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await rows('select 1 from documents where reverses_id = $1', [id])).toHaveLength(1);
    });

    test('is refused once goods have moved further, and names the document', async () => {
      const { id, codes } = await documents.ready(first());
      await documents.post(id);
      const { kind: at, condition } = await itemOf(codes[0] as string);
      const lines = [{ code: codes[0] }];
      const since =
        at === 'location' && condition === 'available'
          ? (
              await stock.issue(
                { preset: 'production', storeId: (await itemOf(codes[0] as string)).store },
                lines,
              )
            ).reply
          : at === 'location' && condition === 'scrapped'
            ? (await stock.issue({ preset: 'handover', enterpriseId: stock.supplier }, lines)).reply
            : at === 'location'
              ? (await stock.issue({ preset: 'supplier', enterpriseId: stock.supplier }, lines)).reply
              : (await stock.receive([{ ...lines[0], location: 'L1' }])).reply;
      expect(since, JSON.stringify(since)).toMatchObject({ status: 200 });
      expect(await documents.step(id, 'void')).toMatchObject({
        status: 409,
        data: [{ key: expect.stringContaining(`no=${since.data.list[0].no}`) }],
      });
    });

    test.runIf(coded.some(([, { reports }]) => reports?.coded))(
      'is refused once the document is reported',
      async () => {
        const [how] = coded.find(([, { reports }]) => reports?.coded) as [string, Preset];
        const { id } = await documents.ready(how);
        await documents.post(id);
        const report = async (state: number) =>
          rows(
            `update reports set state = $2::int, attempts = attempts + ($2::int = 2)::int where line_id in (select id from document_lines where document_id = $1)`,
            [id, state],
          );
        await report(2);
        expect(await documents.step(id, 'void')).toMatchObject({
          status: 409,
          data: [{ key: 'rule.document.reported?count=1' }],
        });
        await report(4);
        expect(await documents.step(id, 'void')).toMatchObject({ status: 200 });
      },
    );
  });

  describe.runIf(intoStores.length > 0)(`the stores that ${name} fills`, () => {
    const [how, { to }] = intoStores[0] ?? ['', { to: { at: 'same' } as const }];
    let serial = 0;
    /** A draft of two batteries, 400 kg each, into a new store. */
    const into = async (store: Values, line: Values = {}) => {
      const storeId = await stock.office.make('/store', {
        code: `Z${++serial}`,
        name: `仓库 Z${serial}`,
        kind: 4,
        locations: [{ code: 'L1' }],
        ...store,
      });
      const lines = documents.lines(how, await documents.goods(how, 2)).map((each) => ({ ...each, ...line }));
      const field = to.at === 'store' ? to.field : '';
      return { storeId, id: await documents.draft(how, lines, { [field]: storeId }) };
    };

    test('must have the location, which must bear the mass', async () => {
      expect(await refusal((await into({}, { location: 'L9' })).id)).toMatchObject({
        path: expect.stringMatching(/^lines\.[\w-]+\.location$/),
        key: 'rule.document.locationUnknown',
      });
      const { id } = await into({ locations: [{ code: 'L1', maxKg: '799.999' }] });
      expect(await refusal(id)).toMatchObject({
        key: 'rule.document.locationMass?location=L1&max=799.999&mass=800',
      });
      const put = await into({ locations: [{ code: 'L1', maxKg: '800' }] });
      expect(await documents.post(put.id)).toMatchObject({ status: 200 });
    });

    test('must allow the chemistry at the location', async () => {
      const { id } = await into({ locations: [{ code: 'L1', chemistries: 'C,E' }] });
      expect(await refusal(id)).toMatchObject({
        path: expect.stringMatching(/^lines\.[\w-]+\.location$/),
        key: 'rule.document.locationChemistry?location=L1&allowed=C%2CE',
      });
      const put = await into({ locations: [{ code: 'L1', chemistries: 'B,E' }] });
      expect(await documents.post(put.id)).toMatchObject({ status: 200 });
    });

    test('cannot exceed their limits of mass and pieces', async () => {
      expect(await refusal((await into({ capacityKg: '799' })).id)).toMatchObject({
        key: 'rule.document.storeMass?max=799&mass=800',
      });
      expect(await refusal((await into({ capacityPcs: 1 })).id)).toMatchObject({
        key: 'rule.document.storePieces?max=1&count=2',
      });
    });

    test('must be enabled', async () => {
      const { id, storeId } = await into({});
      expect(await stock.office.post('/store/step', { id: storeId, step: 'disable' })).toMatchObject({
        status: 200,
      });
      expect(await refusal(id)).toMatchObject({ key: 'rule.document.storeDisabled' });
    });
  });

  describe.runIf(intoStores.length > 0)(`warnings of ${name}`, () => {
    const [how, { to }] = intoStores[0] ?? ['', { to: { at: 'same' } as const }];
    let serial = 0;
    /** A document of two batteries, optionally submitted, into a new store that they nearly fill. */
    const nearlyFull = async () => {
      const store = `小仓库 ${++serial}`;
      const storeId = await stock.office.make('/store', {
        code: `W${serial}`,
        name: store,
        kind: 4,
        locations: [{ code: 'L1' }],
        capacityPcs: 2,
      });
      const field = to.at === 'store' ? to.field : '';
      const lines = documents.lines(how, await documents.goods(how, 2));
      const id = await documents.draft(how, lines, { [field]: storeId });
      await documents.submit(id);
      const params = new URLSearchParams({ store, max: '2', is: '2' });
      return { id, key: `rule.document.nearlyFullPieces?${params}` };
    };
    const as = () => (another ? stock.approver : stock.office.token);
    const finish = (id: string, confirmed: readonly object[] = []) =>
      documents.step(id, last, { confirmed }, as());

    test('are listed by the step and by the check, and nothing is written', async () => {
      const { id, key } = await nearlyFull();
      const warning = { path: 'lines', key, message: expect.any(String) };
      expect((await check(id)).data).toEqual({ problems: [], warnings: [warning], linesChecked: true });
      const before = await headerOf(id);
      expect(await finish(id)).toMatchObject({ status: 409, code: 4_090_003, data: [warning] });
      expect(await headerOf(id)).toEqual(before);
      expect(await movesOf(id)).toEqual([]);
    });

    test('are confirmed by naming them, and kept with who did and when', async () => {
      const { id, key } = await nearlyFull();
      const others = [
        { path: 'kg', key },
        { path: 'lines', key: key.replace('is=2', 'is=1') },
      ];
      expect(await finish(id, others)).toMatchObject({ status: 409, code: 4_090_003 });
      expect(await movesOf(id)).toEqual([]);
      const confirmed = { path: 'lines', key };
      expect(await finish(id, [confirmed, ...others])).toMatchObject({ status: 200 });
      const { events, confirmed: kept } = (await stock.office.get(`${path}/course?id=${id}`)).data;
      const { by, time } = events.at(-1);
      expect(kept).toEqual([{ ...confirmed, by, time, reason: null }]);
      const [{ details }] = await rows(
        `select details from audit where action = $1 and object_id = $2 order by seq desc limit 1`,
        [`${name}.step`, id],
      );
      expect(details).toMatchObject({ step: last, confirmed: [confirmed] });
    });

    test('of several documents together say which of them', async () => {
      const both = [await nearlyFull(), await nearlyFull()];
      const ids = both.map(({ id }) => id);
      const step = (more: object) => stock.office.post(`${path}/step`, { ids, step: last, ...more }, as());
      const warnings = both.map(({ key }, n) => ({ path: `ids.${n}.lines`, key }));
      expect(await step({})).toMatchObject({ status: 409, code: 4_090_003, data: warnings });
      expect(await step({ confirmed: warnings.slice(1) })).toMatchObject({ status: 409, data: warnings });
      expect(await step({ confirmed: warnings })).toMatchObject({ status: 200 });
      for (const { id, key } of both)
        expect((await stock.office.get(`${path}/course?id=${id}`)).data.confirmed).toMatchObject([
          { path: 'lines', key },
        ]);
    });
  });

  describe(`the lines of ${name}`, () => {
    test('have keys of their client, so that a repeated request changes nothing', async () => {
      const id = await documents.draft(first(), []);
      const codes = Array.from({ length: 3 }, () => stock.newCode());
      const lines = codes.map((code, n) => ({ clientKey: `k${n}`, code }));
      const replies = await Promise.all([
        saveLines({ id, lines: lines.slice(0, 2) }),
        saveLines({ id, lines: lines.slice(1) }),
        saveLines({ id, lines: lines.slice(0, 2) }),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await linesOf(id)).toMatchObject({ count: 3, pieces: 3 });
      const other = stock.newCode();
      const change = { id, lines: [{ ...lines[0], code: other }], remove: ['k1', 'k9'] };
      for (const _ of [1, 2])
        expect(await saveLines(change)).toMatchObject({ status: 200, data: { count: 2 } });
      const { list } = await linesOf(id);
      expect(list.map(({ code }: { code: string }) => code).sort()).toEqual([other, codes[2]].sort());
      expect(await saveLines({ id, lines: [{ clientKey: 'again', code: other }] })).toMatchObject({
        status: 400,
        data: [{ path: 'lines.again.code', key: 'rule.document.codeTwice' }],
      });
    });

    test('cannot be changed once the document is submitted', async () => {
      const { id } = await documents.ready(first());
      const codesOf = async () => (await linesOf(id)).list.map(({ code }: { code: string }) => code);
      const before = await codesOf();
      if (another) {
        await documents.submit(id);
        expect((await saveLines({ id, remove: ['x'] })).status).toBe(409);
      }
      expect(await documents.finish(id)).toMatchObject({ status: 200 });
      const lines = [{ clientKey: 'late', code: stock.newCode() }];
      expect(await saveLines({ id, lines })).toMatchObject({
        status: 409,
        data: [{ key: 'resource.notEditable' }],
      });
      expect(await codesOf()).toEqual(before);
    });
  });

  describe(`rights for ${name}`, () => {
    test('are needed for each call', async () => {
      const { id } = await documents.ready(first());
      const [nobody, reader, editor, stepper] = await Promise.all([
        stock.office.staff(),
        stock.office.staff(rightOf(resource)),
        stock.office.staff(rightOf(resource, 'update')),
        stock.office.staff(
          ...Object.values(resource.life?.steps ?? {}).map((each) => rightOfStep(resource, each)),
        ),
      ]);
      const attempts = {
        lines: (as: string) => stock.office.get(`${calls.lines.path}?id=${id}`, as),
        saveLines: (as: string) => saveLines({ id, lines: [] }, as),
        course: (as: string) => stock.office.get(`${path}/course?id=${id}`, as),
        check: (as: string) => check(id, as),
        step: (as: string) => documents.step(id, another ? 'submit' : 'post', {}, as),
        cancel: (as: string) => documents.step(id, 'cancel', {}, as),
        void: (as: string) => documents.step(id, 'void', {}, as),
      };
      const refused = async (as: string) => {
        const found: string[] = [];
        for (const [call, attempt] of Object.entries(attempts))
          if ((await attempt(as)).status === 403) found.push(call);
        return found;
      };
      const steps = ['step', 'cancel', 'void'];
      expect(await refused(nobody)).toEqual(['lines', 'saveLines', 'course', 'check', ...steps]);
      expect(await refused(reader)).toEqual(['saveLines', 'check', ...steps]);
      expect(await refused(editor)).toEqual(['lines', 'course', ...steps]);
      expect(await refused(stepper)).toEqual(['lines', 'saveLines', 'course', 'check']);
    });

    test('do not extend to another tenant or the path of another kind', async () => {
      const { id } = await documents.ready(first());
      const { stranger } = stock.office;
      const other = documentKinds.find((each) => each !== kind)?.resource.path as string;
      for (const [at, as] of [
        [path, stranger],
        [other, stock.office.token],
      ] as const) {
        const replies = [
          await stock.office.get(`${at}/lines?id=${id}`, as),
          await stock.office.get(`${at}/findById?id=${id}`, as),
          await stock.office.get(`${at}/course?id=${id}`, as),
          await stock.office.post(
            `${at}/saveLines`,
            { id, lines: [{ clientKey: 'k', code: stock.newCode() }] },
            as,
          ),
          await stock.office.post(`${at}/check`, { id }, as),
          await stock.office.post(`${at}/step`, { id, step: 'cancel' }, as),
          await stock.office.post(`${at}/step`, { id, step: 'void' }, as),
        ];
        expect([at, replies.map(({ status }) => status)]).toEqual([at, replies.map(() => 404)]);
      }
      expect(await headerOf(id)).toMatchObject({ status: 'draft' });
    });
  });

  test('the projections follow from the moves', async () => {
    const { server, tenantId } = stock.office;
    expect(await ledgerDifferences(server.services.db, tenantId)).toEqual([]);
  });
}
