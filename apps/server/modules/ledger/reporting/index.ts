import type { BodyOf, ReplyOf } from '@voltloop/contract';
import * as contract from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Module } from '../../../platform/module.ts';
import { lazySecretBox } from '../../../platform/secret-box.ts';
import type { Services } from '../../../platform/services.ts';
import { findConfigs, insertConfigs, readdressConfigs, stepConfigs, updateConfig } from './configs.ts';
import type { Core } from './core.ts';
import { correctReports } from './correct-reports.ts';
import { deleteRule, findRules, saveRule } from './deadline-rules.ts';
import { enterResults } from './enter-results.ts';
import { exportReports, readResults } from './exchange-files.ts';
import { findReport } from './find-report.ts';
import { countReports, findReports } from './find-reports.ts';
import type { Supply } from './payload/supply.ts';
import { Sender, type SenderOptions } from './sender.ts';
import { submitReports } from './submit-reports.ts';

export type { ProductionFacts, RecyclingFacts, Supply } from './payload/supply.ts';
export { lockReports, voidReports, writeReports } from './write-reports.ts';

export interface Reporting extends Module {
  /** Creates configurations and puts them into effect. */
  configure(ctx: Ctx, body: BodyOf<typeof contract.insertReportingConfigs>): Promise<void>;
  /** Changes address and secret of the configurations in effect with a key, after their platform moved. */
  readdress(ctx: Ctx, to: { keyId: string; endpoint: string; secret: string }): Promise<void>;
  submit(
    ctx: Ctx,
    body: BodyOf<typeof contract.submitReports>,
  ): Promise<ReplyOf<typeof contract.submitReports>>;
  /** Enters values that no document has. */
  correct(ctx: Ctx, body: BodyOf<typeof contract.correctReports>): Promise<unknown>;
  /** Sends what is due now; resolves when nothing more is due. */
  send(): Promise<void>;
}

const DEFAULTS: SenderOptions = { timeout_ms: 20_000, lease_ms: 60_000 };

/**
 * The reporting desk: mandatory reports, their deadlines, and their delivery to the platform.
 * @param supply facts of products and recycled materials, from the modules that make them
 */
export function createReporting(
  services: Services,
  supply: Supply = {},
  options: Partial<SenderOptions> = {},
): Reporting {
  const { db } = services;
  const core: Core = {
    services,
    supply,
    box: lazySecretBox(db, 'reporting'),
    wake: () => sender.wake(),
  };
  const sender = new Sender(core, { ...DEFAULTS, ...options });
  return {
    routes(http) {
      http.implement(contract.findReports, (ctx, { query }) => findReports(db, ctx, query));
      http.implement(contract.countReports, (ctx) => countReports(db, ctx));
      http.implement(contract.findReport, (ctx, { query }) => findReport(core, ctx, query));
      http.implement(contract.submitReports, (ctx, { body }) => submitReports(core, ctx, body));
      http.implement(contract.correctReports, (ctx, { body }) => correctReports(core, ctx, body));
      http.implement(contract.exportReports, (ctx, { query }, { reply }) =>
        exportReports(core, ctx, query, reply),
      );
      http.implement(contract.enterResults, (ctx, { body }) => enterResults(core, ctx, body.results));
      http.implement(contract.readResults, (ctx, _input, { request }) => readResults(core, ctx, request));
      http.implement(contract.findReportingConfigs, (ctx) => findConfigs(core, ctx));
      http.implement(contract.insertReportingConfigs, (ctx, { body }) => insertConfigs(core, ctx, body));
      http.implement(contract.updateReportingConfig, (ctx, { body }) => updateConfig(core, ctx, body));
      http.implement(contract.stepReportingConfigs, (ctx, { body }) => stepConfigs(core, ctx, body));
      http.implement(contract.findDeadlineRules, (ctx) => findRules(db, ctx));
      http.implement(contract.saveDeadlineRule, (ctx, { body }) => saveRule(core, ctx, body));
      http.implement(contract.deleteDeadlineRule, (ctx, { query }) => deleteRule(core, ctx, query.id));
    },
    async start() {
      sender.start();
    },
    stop: () => sender.stop(),
    async configure(ctx, body) {
      const { ids } = await insertConfigs(core, ctx, body);
      await stepConfigs(core, ctx, { ids, step: 'activate' });
    },
    readdress: (ctx, to) => readdressConfigs(core, ctx, to),
    submit: (ctx, body) => submitReports(core, ctx, body),
    correct: (ctx, body) => correctReports(core, ctx, body),
    send: () => sender.run(),
  };
}
