import { sql } from 'kysely';
import type { Services } from '../../../platform/services.ts';

/** Disconnects devices of disabled tenants: the commands that disable a tenant run in another process. */
export class DisabledDevices {
  readonly #services: Pick<Services, 'db' | 'bus' | 'log'>;
  #work: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(services: Pick<Services, 'db' | 'bus' | 'log'>) {
    this.#services = services;
  }

  /** @param tenantId Null for all disabled tenants. */
  disconnect(tenantId: string | null): void {
    const { log } = this.#services;
    this.#work = this.#work
      .then(() => this.#disconnect(tenantId))
      .catch((err: unknown) =>
        log.warn({ err, tenant: tenantId }, 'devices of a disabled tenant stay connected'),
      );
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#work;
  }

  async #disconnect(tenantId: string | null): Promise<void> {
    if (this.#stopped) return;
    const { db, bus } = this.#services;
    const { rows } = await sql<{ devid: string }>`
      select t.devid from things t join tenants n on n.id = t.tenant_id
      where n.disabled_at is not null and t.deleted_at is null
        and (${tenantId}::uuid is null or n.id = ${tenantId}::uuid)`.execute(db);
    for (const { devid } of rows) {
      if (this.#stopped) return;
      await bus.disconnect(devid);
    }
  }
}
