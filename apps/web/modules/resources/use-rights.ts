import { type Button, buttons, hasButton, type Resource, rightOf } from '@voltloop/resource-kit';
import { useMemo } from 'react';
import { hasRight, useWho } from '../../context/rights.ts';

/** The buttons of a resource that the signed-in account may use, and a check of any other right. */
export type Rights = Readonly<Record<Button, boolean>> & { has: (right: number) => boolean };

export function useRights(resource: Resource): Rights {
  const who = useWho();
  return useMemo(() => {
    const has = (right: number) => hasRight(who, right);
    const may = Object.fromEntries(
      buttons.map((button) => [button, hasButton(resource, button) && has(rightOf(resource, button))]),
    );
    return { ...(may as Record<Button, boolean>), has };
  }, [resource, who]);
}
