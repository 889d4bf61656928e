import { useQuery } from '@tanstack/react-query';
import type { pointDefinition, settingDefinition } from '@voltloop/contract/calls/telemetry.ts';
import { candidatesOf, keysOf, type Role } from '@voltloop/device-models/roles.ts';
import { useMemo } from 'react';
import type { z } from 'zod';
import { languageOf } from '../../context/language-of.ts';
import { useAccount } from '../../context/use-account.ts';
import { decimalsOfStep, formatNumber, NO_VALUE, useFormat } from '../../ui/index.ts';
import { infoModel } from './queries.ts';

export type Point = z.infer<typeof pointDefinition>;
export type Setting = z.infer<typeof settingDefinition>;

/** The device's dictionary in the interface language; empty until it is loaded. */
export interface Dictionary {
  points: readonly Point[];
  settings: readonly Setting[];
  ready: boolean;
  /** Whether the model is known to have no point of a role. */
  lacks: (role: Role) => boolean;
  /** Whether the model may have points of packs: true until it is loaded. */
  hasPacks: boolean;
  /** The keys of the model's points of some roles; without any until it is loaded. */
  keysOf: (roles: readonly Role[]) => string[];
  /** Why it cannot be loaded. */
  error: Error | null;
  refetch: () => void;
  label: (key: string) => string;
  /** The label without the word 'pack' at the beginning of every pack point. */
  shortLabel: (key: string) => string;
  /** Of a point by its key, or of a fault's limit by its code. */
  unit: (key: string) => string;
  /** Catalogue key of the explanation of a fault, by its code. */
  advice: (code: string) => string | undefined;
  decimals: (key: string) => number;
  /** A value as text without unit: a choice by its name, bits as a hexadecimal number. */
  valueText: (key: string, value: number | undefined) => string;
  /** The heading of a group: its label, or its key if the dictionary has none. */
  groupLabel: (label: { en: string; zh: string } | undefined, name: string) => string;
  settingLabel: (key: string) => string;
  settingValue: (key: string, value: number) => string;
}

/** Loads the information model once and translates its labels. */
export function useDictionary(infoModelId: string): Dictionary {
  const { tenantId } = useAccount();
  const { language } = useFormat();
  const { data: model, error, refetch } = useQuery(infoModel(tenantId, infoModelId));
  return useMemo(() => {
    const points = new Map((model?.points ?? []).map((point) => [point.key, point]));
    const faults = new Map((model?.faults ?? []).map((fault) => [fault.code, fault]));
    const settings = new Map((model?.settings ?? []).map((setting) => [setting.key, setting]));
    const say = (text: { en: string; zh: string } | undefined) => text?.[languageOf(language)];
    const decimals = (key: string) => decimalsOfStep(points.get(key)?.step ?? 1);
    const label = (key: string) => say(points.get(key)?.label) ?? key;
    return {
      points: model?.points ?? [],
      settings: model?.settings ?? [],
      ready: model !== undefined,
      lacks: (role) => model !== undefined && !candidatesOf(role).some((key) => points.has(key)),
      hasPacks: model?.points.some(({ part }) => part !== 'system') ?? true,
      keysOf: (roles) => keysOf(roles).filter((key) => points.has(key)),
      error: model === undefined ? error : null,
      refetch: () => void refetch(),
      label,
      shortLabel: (key) => {
        const text = label(key)
          .replace(/^Pack /, '')
          .replace(/^电池包(?!数量)/, '');
        return text.charAt(0).toUpperCase() + text.slice(1);
      },
      unit: (key) => points.get(key)?.unit ?? faults.get(key)?.unit ?? '',
      advice: (code) => faults.get(code)?.advice,
      decimals,
      valueText: (key, value) => {
        if (value === undefined) return NO_VALUE;
        const point = points.get(key);
        if (point?.values) return say(point.values[String(value)]) ?? String(value);
        if (point?.kind === 'bits' && value <= 0) return say({ en: 'None', zh: '无' }) ?? '';
        if (point?.kind === 'bits') return `0x${Math.max(0, value).toString(16).toUpperCase()}`;
        return formatNumber(value, decimals(key), language);
      },
      groupLabel: (text, name) => say(text) ?? name,
      settingLabel: (key) => say(settings.get(key)?.label) ?? key,
      settingValue: (key, value) => {
        const setting = settings.get(key);
        if (setting?.values) return say(setting.values[String(value)]) ?? String(value);
        const text = formatNumber(value, decimalsOfStep(setting?.step ?? 1), language);
        return setting?.unit ? `${text} ${setting.unit}` : text;
      },
    };
  }, [model, error, refetch, language]);
}
