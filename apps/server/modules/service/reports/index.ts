import * as contract from '@voltloop/contract';
import type { FastifyReply } from 'fastify';
import { replied } from '../../../platform/http.ts';
import type { Module } from '../../../platform/module.ts';
import type { Services } from '../../../platform/services.ts';
import { disposition } from '../../../platform/table-export.ts';
import type { Mail } from '../../people/mail/index.ts';
import type { Core } from './core.ts';
import { withinLimit } from './limit.ts';
import { makeFleetReport } from './make-fleet-report.ts';
import { makeSiteReport, type ReportFile } from './make-site-report.ts';
import { ReportSender } from './report-sender.ts';
import { deleteSchedule, listSchedules, saveSchedule, unsubscribe } from './schedules.ts';

export interface Reports extends Module {
  /** Sends all reports that are due now; resolves when none is left. For tests. */
  send(): Promise<void>;
}

/** Monthly reports of the portal as PDF files, on demand and by e-mail (docs/decisions/0063). */
export function createReports(services: Services, sites: Core['sites'], mail: Mail): Reports {
  const core: Core = { services, sites, mail };
  const sender = new ReportSender(core);
  return {
    routes(http) {
      http.implement(contract.siteReport, async (ctx, { params, query }, { reply }) => {
        const make = () => makeSiteReport(core, ctx, { id: params.id, ...query });
        return send(reply, await withinLimit(ctx.caller.accountId, make));
      });
      http.implement(contract.fleetReport, async (ctx, { query }, { reply }) => {
        const make = () => makeFleetReport(core, ctx, query);
        return send(reply, await withinLimit(ctx.caller.accountId, make));
      });
      http.implement(contract.listReportSchedules, (ctx) => listSchedules(core, ctx));
      http.implement(contract.saveReportSchedule, (ctx, { body }) => saveSchedule(core, ctx, body));
      http.implement(contract.deleteReportSchedule, async (ctx, { params }) => {
        await deleteSchedule(core, ctx, params.id);
        return null;
      });
      http.implement(contract.unsubscribeReports, async (ctx, { body }) => {
        await unsubscribe(core, ctx, body.code);
        return null;
      });
    },
    async start() {
      sender.start();
    },
    stop: () => sender.stop(),
    send: () => sender.run(),
  };
}

function send(reply: FastifyReply, { name, bytes }: ReportFile): typeof replied {
  reply
    .type('application/pdf')
    .header('content-disposition', disposition(name))
    .header('cache-control', 'no-store')
    .send(bytes);
  return replied;
}
