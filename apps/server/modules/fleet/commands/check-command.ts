import type { CommandBody, FieldError } from '@voltloop/contract';
import type { InfoModel, SettingDefinition } from '@voltloop/protocol';

/** The data that a command is validated against. */
export interface CommandFacts {
  model: InfoModel | undefined;
  /** The number of packs that the device reported; null without a report. */
  packs: number | null;
}

/** Errors of a command's parameters by key (`keys.E_SOC_RSV`, `P_no`); empty when there are none. */
export function checkCommand(body: CommandBody, facts: CommandFacts): FieldError[] {
  switch (body.cmd) {
    case 'set_config':
      return checkSettings(body.params.keys, facts);
    case 'report':
      return (body.params.keys ?? []).flatMap((key, i) =>
        facts.model && isReadable(facts.model, key)
          ? []
          : [fault(`keys.${i}`, 'command.unknownKey', `${key} is not known to this device type`)],
      );
    case 'report_pack':
      return checkPack('P_no', body.params.P_no, facts.packs);
    case 'reset':
      return [];
  }
}

const fault = (path: string, key: string, message: string): FieldError => ({ path, key, message });

function isReadable(model: InfoModel, key: string): boolean {
  return model.settings.some((s) => s.key === key) || model.points.some((p) => p.key === key);
}

function checkSettings(keys: Record<string, number>, facts: CommandFacts): FieldError[] {
  const entries = Object.entries(keys);
  if (entries.every(([key]) => key === 'P_no')) {
    return [fault('keys', 'command.nothingToSet', 'Give at least one setting')];
  }
  const settings = new Map(facts.model?.settings.map((s) => [s.key, s]));
  return entries.flatMap(([key, value]) => {
    const path = `keys.${key}`;
    const setting = settings.get(key);
    if (!setting) return [fault(path, 'command.unknownKey', `${key} is not a setting of this device type`)];
    const wrong = checkSetting(path, setting, value);
    if (wrong) return [wrong];
    // Pack 0 is every pack.
    return key === 'P_no' && value !== 0 ? checkPack(path, value, facts.packs) : [];
  });
}

/** The error of a value for a setting: choices, limits or steps; null when it is valid. */
export function checkSetting(path: string, setting: SettingDefinition, value: number): FieldError | null {
  const { min, max, step, unit, values } = setting;
  const shown = (n: number) => (unit ? `${n} ${unit}` : String(n));
  if (values && !Object.hasOwn(values, String(value))) {
    return fault(path, 'command.notAChoice', `One of ${Object.keys(values).join(', ')}`);
  }
  if (min !== undefined && value < min) return fault(path, 'command.tooSmall', `At least ${shown(min)}`);
  if (max !== undefined && value > max) return fault(path, 'command.tooLarge', `At most ${shown(max)}`);
  if (step !== undefined && !isOnStep(value, min ?? 0, step)) {
    return fault(path, 'command.offStep', `In steps of ${shown(step)}`);
  }
  return null;
}

/** Whether `value` is an integer number of steps from `from`; decimals are not exact in binary, hence the margin. */
function isOnStep(value: number, from: number, step: number): boolean {
  const steps = (value - from) / step;
  return Math.abs(steps - Math.round(steps)) < 1e-6;
}

function checkPack(path: string, no: number, packs: number | null): FieldError[] {
  if (packs === null || no <= packs) return [];
  return [fault(path, 'command.noSuchPack', `This system has ${packs} pack${packs === 1 ? '' : 's'}`)];
}
