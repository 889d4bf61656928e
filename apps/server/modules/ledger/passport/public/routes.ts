import { readPassport, readPassportData } from '@voltloop/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, notFound } from '../../../../platform/errors.ts';
import { type Http, replied } from '../../../../platform/http.ts';
import type { Services } from '../../../../platform/services.ts';
import { passportData } from './jsonld.ts';
import { ReadLimit } from './limit.ts';
import { endedPage, noPassportPage, passportPage } from './page.ts';
import { type PublicPassport, readPublic } from './read.ts';
import { languageFor } from './words.ts';

const GONE = 410;

/** The addresses in printed codes: a page for people, JSON-LD for machines. */
export function publicRoutes(http: Http, services: Services): void {
  const limit = new ReadLimit();
  http.implement(readPassport, async ({ ip, now }, { params, query: { lang } }, { request, reply }) => {
    reply.header('vary', 'accept, accept-language').header('cache-control', 'no-cache');
    const asJsonLd = isMachine(request);
    const language = languageFor(lang, request.headers['accept-language']);
    const wait_s = limit.take(ip, now);
    if (wait_s > 0) {
      if (asJsonLd) throw new AppError('tooMany', { retryAfter_s: wait_s });
      reply.header('retry-after', Math.ceil(wait_s));
      return sendPage(reply, 429, noPassportPage(language, 'tooMany'));
    }
    const passport = await readPublic(services, params);
    if (!passport) {
      if (asJsonLd) throw notFound();
      return sendPage(reply, 404, noPassportPage(language, 'notFound'));
    }
    if (asJsonLd) return sendData(reply, passport);
    return passport.ended
      ? sendPage(reply, GONE, endedPage(passport, language))
      : sendPage(reply, 200, passportPage(passport, language));
  });
  http.implement(readPassportData, async ({ ip, now }, { params }, { reply }) => {
    const wait_s = limit.take(ip, now);
    if (wait_s > 0) throw new AppError('tooMany', { retryAfter_s: wait_s });
    const passport = await readPublic(services, params);
    if (!passport) throw notFound();
    return sendData(reply, passport);
  });
}

/** Browsers accept text/html; every other client is a machine. */
function isMachine({ headers: { accept = '' } }: FastifyRequest): boolean {
  return !accept.includes('text/html');
}

function sendPage(reply: FastifyReply, status: number, page: string): typeof replied {
  void reply.status(status).type('text/html; charset=utf-8').send(page);
  return replied;
}

function sendData(reply: FastifyReply, passport: PublicPassport): typeof replied {
  void reply
    .status(passport.ended ? GONE : 200)
    .type('application/ld+json; charset=utf-8')
    .send(JSON.stringify(passportData(passport)));
  return replied;
}
