import type { FastifyReply, FastifyRequest } from 'fastify';
import { basicCredentials } from '../../../platform/basic-credentials.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { KeyedLimits } from '../../../platform/keyed-limits.ts';
import { whenClosed } from '../../../platform/reply-stream.ts';
import type { Core } from './core.ts';
import { serveFile } from './serve-file.ts';
import { jobOfRun } from './store-jobs.ts';
import { fileKey } from './store-packages.ts';

/** Limit of concurrent downloads of one node; a refused device retries its range. */
const MAX_DOWNLOADS = 200;
/** Limit of requests of one device: ranges of 64 kB on a fast line are about ten a second. */
const RATE_PER_S = 20;
const BURST = 60;

/** The files of jobs, for their devices only. */
export class Downloads {
  readonly #core: Core;
  readonly #limits = new KeyedLimits(RATE_PER_S, BURST);
  #open = 0;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * Serves the file of a job to its device while the job is in progress.
   * @throws unauthorized; notFound when the job belongs to another device or has nothing to download (any more);
   * tooMany;
   *   unavailable while too many download
   */
  async serve(run: string, io: { request: FastifyRequest; reply: FastifyReply }): Promise<void> {
    const { things, services } = this.#core;
    const credentials = basicCredentials(io.request.headers.authorization);
    const device =
      credentials && (await things.authenticateDevice(credentials.user, credentials.password, io.request.ip));
    if (!credentials || !device) throw new AppError('unauthorized');
    const delay_ms = this.#limits.takeNow(credentials.user, 1, Date.now());
    if (delay_ms > 0) throw new AppError('tooMany', { retryAfter_s: delay_ms / 1000 });
    const job = await jobOfRun(services.db, run);
    if (!job || job.thing_id !== device.id) throw notFound();
    if (job.state < 2 || job.state > 4 || job.cancel_asked_at) throw notFound();
    if (this.#open >= MAX_DOWNLOADS) {
      throw new AppError('unavailable', { message: 'Too many downloads at once', retryAfter_s: 10 });
    }
    this.#open += 1;
    whenClosed(io.reply.raw, () => {
      this.#open -= 1;
    });
    const name = `${job.pkgtype}-${job.version}.bin`;
    await serveFile(services.files, { key: fileKey(job.package_id), sha256: job.sha256, name }, io);
  }
}
