import type { UserStateName } from '@voltloop/contract';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '../../ui/index.ts';

const tones: Record<UserStateName, Tone> = { active: 'ok', disabled: 'neutral', never: 'neutral' };

/** Whether an account may sign in, and whether it has done so. */
export function UserState({ state, variant }: { state: UserStateName; variant?: 'soft' | 'plain' }) {
  const { t } = useTranslation('users');
  return (
    <StatusBadge tone={tones[state]} {...(variant ? { variant } : {})}>
      {t(`state.${state}`)}
    </StatusBadge>
  );
}
