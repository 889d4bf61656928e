import * as contract from '@voltloop/contract';
import type { FastifyReply } from 'fastify';
import { replied } from '../../platform/http.ts';
import type { Module } from '../../platform/module.ts';
import type { Services } from '../../platform/services.ts';
import { disposition } from '../../platform/table-export.ts';
import { checkTenant } from '../accounts/index.ts';
import type { Core } from './core.ts';
import { withinLimit } from './limit.ts';
import { makeFleetReport } from './make-fleet-report.ts';
import { makeSiteReport, type ReportFile } from './make-site-report.ts';

/** Monthly reports of the portal as PDF files (docs/decisions/0063). */
export function createReports(services: Services, sites: Core['sites']): Module {
  const core: Core = { services, sites };
  return {
    routes(http) {
      http.implement(contract.siteReport, async (ctx, { params, query }, { reply }) => {
        checkTenant(ctx.caller, params.tenantId);
        const make = () => makeSiteReport(core, ctx, { id: params.id, ...query });
        return send(reply, await withinLimit(ctx.caller.accountId, make));
      });
      http.implement(contract.fleetReport, async (ctx, { params, query }, { reply }) => {
        checkTenant(ctx.caller, params.tenantId);
        return send(reply, await withinLimit(ctx.caller.accountId, () => makeFleetReport(core, ctx, query)));
      });
    },
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
