import type { EventRule, Page, previewRule as previewRoute, ReplyOf, RuleBody } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { lockName } from '../../../platform/lock-name.ts';
import { notify } from '../../../platform/notices.ts';
import { paged, pageWindow } from '../../../platform/paging.ts';
import { isUuid } from '../../../platform/uuid.ts';
import type { Telemetry } from '../telemetry/index.ts';
import { publishEventChanges } from './publish-changes.ts';
import { reevaluateRule } from './reevaluate-rule.ts';
import { type ChangeDeps, checkRule, type RuleDeps, ruleNames, scopeOf } from './rule-scope.ts';
import {
  countRules,
  describeEvents,
  endOutside,
  endRule,
  insertRuleRow,
  type RuleFields,
  restartDelays,
  ruleById,
  ruleFields,
  rulePage,
  updateRuleRow,
  watchedThings,
} from './store-rules.ts';

/** Limit of rules of one tenant: each is evaluated for every frame of its things. */
const MAX_RULES = 200;
/** Maximum age of readings for a preview. */
const PREVIEW_MS = 2 * 3600_000;

export async function listRules(
  deps: RuleDeps,
  ctx: Ctx,
  query: { search?: string | undefined } & Parameters<typeof pageWindow>[0],
): Promise<Page<EventRule>> {
  const window = pageWindow(query);
  const { list, total } = await rulePage(deps.db, ctx.caller, query.search, window);
  return paged({ list, total }, window);
}

/** Creates a rule. @throws validation, conflict when the tenant has too many */
export async function insertRule(deps: ChangeDeps, ctx: Ctx, body: RuleBody): Promise<EventRule> {
  checkRule(body);
  const fields = { ...fieldsOf(body), ...(await scopeOf(deps, ctx, body)) };
  return deps.db.transaction().execute(async (trx) => {
    await lockName(trx, `event rules ${ctx.caller.tenantId}`);
    if ((await countRules(trx, ctx.caller.tenantId)) >= MAX_RULES) {
      throw new AppError('conflict', { message: `There are ${MAX_RULES} rules already` });
    }
    const id = await insertRuleRow(trx, ctx.caller, fields);
    return changed(trx, ctx, 'rule.insert', id, fields);
  });
}

/** Fields that decide whether an event is active; any other only describes it. */
const evaluated = [
  ...(['point', 'comparison', 'threshold', 'hysteresis', 'delay_s', 'clear_delay_s'] as const),
  ...(['account_id', 'thing_id', 'level', 'enabled'] as const),
];

/**
 * Changes a rule. Its active events keep their start and acknowledgement and get its new names, level and limit. A change
 * of what the rule evaluates is applied to the newest readings at once, also of silent devices. Events end when the
 * condition no longer holds, the rule no longer applies to the thing, watches something else, or is disabled.
 * @throws validation, notFound, conflict after a concurrent change
 */
export async function updateRule(
  deps: ChangeDeps,
  ctx: Ctx,
  input: { id: string; body: RuleBody & { version: number } },
): Promise<EventRule> {
  if (!isUuid(input.id)) throw notFound();
  checkRule(input.body);
  const fields = { ...fieldsOf(input.body), ...(await scopeOf(deps, ctx, input.body)) };
  const { rule, news, reevaluates } = await deps.db.transaction().execute(async (trx) => {
    const shown = await ruleById(trx, ctx.caller, input.id);
    const before = shown && (await ruleFields(trx, input.id));
    if (!shown || !before) throw notFound();
    if (shown.version !== input.body.version) {
      throw new AppError('conflict', { message: 'Somebody else has changed this rule; open it again' });
    }
    const changes = (names: readonly (typeof evaluated)[number][]) =>
      names.some((name) => before[name] !== fields[name]);
    await updateRuleRow(trx, input.id, fields);
    const restarts = !fields.enabled || changes(['point', 'comparison']);
    const news = restarts
      ? await endRule(trx, input.id)
      : [...(await endOutside(trx, input.id)), ...(await describeEvents(trx, input.id))];
    if (!restarts && changes(['threshold', 'delay_s'])) await restartDelays(trx, input.id);
    const rule = await changed(trx, ctx, 'rule.update', input.id, { before: shown, after: fields });
    return { rule, news, reevaluates: fields.enabled && changes(evaluated) };
  });
  await publishEventChanges(deps, deps.telemetry, news);
  if (!reevaluates) return rule;
  await reevaluateRule(deps, input.id, fields);
  return deps.db.transaction().execute(async (trx) => (await ruleById(trx, ctx.caller, input.id)) ?? rule);
}

/** Deletes a rule; its active events end, past events stay. @throws notFound */
export async function deleteRule(deps: ChangeDeps, ctx: Ctx, input: { id: string }): Promise<void> {
  if (!isUuid(input.id)) throw notFound();
  const ended = await deps.db.transaction().execute(async (trx) => {
    const before = await ruleById(trx, ctx.caller, input.id);
    if (!before) throw notFound();
    await updateRuleRow(trx, input.id, { deleted_at: ctx.now });
    const ended = await endRule(trx, input.id);
    await auditChange(trx, ctx, 'rule.delete', input.id, { before });
    return ended;
  });
  await publishEventChanges(deps, deps.telemetry, ended);
}

/** The number of things a rule would watch, and of those beyond its threshold now. @throws validation */
export async function previewRule(
  deps: RuleDeps & { telemetry: Pick<Telemetry, 'countBeyond'> },
  ctx: Ctx,
  body: Pick<RuleBody, 'point' | 'comparison' | 'threshold' | 'account_id' | 'devid'>,
): Promise<ReplyOf<typeof previewRoute>> {
  checkRule(body);
  const scope = await scopeOf(deps, ctx, body);
  const keys = (await watchedThings(deps.db, scope, null)).map((thing) => thing.key);
  const counts = await deps.telemetry.countBeyond(keys, body, ctx.now.getTime() - PREVIEW_MS);
  return { things: keys.length, ...counts };
}

function fieldsOf(body: RuleBody): Omit<RuleFields, 'account_id' | 'thing_id'> {
  const { point, comparison, threshold, hysteresis, delay_s, clear_delay_s, level, enabled } = body;
  return {
    ...ruleNames(body),
    point,
    comparison,
    threshold,
    hysteresis,
    delay_s,
    clear_delay_s,
    level,
    enabled,
  };
}

async function changed(trx: Trx, ctx: Ctx, action: string, id: string, details: object): Promise<EventRule> {
  await auditChange(trx, ctx, action, id, details);
  const rule = await ruleById(trx, ctx.caller, id);
  if (!rule) throw notFound();
  return rule;
}

/** Audits the change, and on commit notifies every node that evaluates rules. */
async function auditChange(trx: Trx, ctx: Ctx, action: string, id: string, details: object): Promise<void> {
  await audit(trx, ctx, { action, objectType: 'rule', objectId: id, details: { ...details } });
  await notify(trx, 'voltloop_rules', 'rules');
}
