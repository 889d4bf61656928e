import * as contract from '@voltloop/contract';
import type { FastifyReply } from 'fastify';
import { replied } from '../../platform/http.ts';
import type { Module } from '../../platform/module.ts';
import type { Services } from '../../platform/services.ts';
import { disposition } from '../../platform/table-export.ts';
import { checkTenant } from '../accounts/index.ts';
import type { Sites } from '../sites/index.ts';
import { makeSiteReport, type ReportFile } from './make-site-report.ts';

/** Monthly reports of the portal as PDF files (docs/decisions/0063). */
export function createReports({ db }: Services, sites: Pick<Sites, 'month'>): Module {
  return {
    routes(http) {
      http.implement(contract.siteReport, async (ctx, input, { reply }) => {
        checkTenant(ctx.caller, input.params.tenantId);
        return send(reply, await makeSiteReport({ db, sites }, ctx, input));
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
