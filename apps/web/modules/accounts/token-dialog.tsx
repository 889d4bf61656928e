import {
  API_TOKENS_MAX,
  apiTokenDays,
  apiTokenFamilies,
  apiTokenScopes,
  createApiToken,
  newApiToken,
} from '@voltloop/contract/calls/api-tokens.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { useAccount } from '../../context/use-account.ts';
import dialogs from '../../ui/dialog/dialogs.module.css';
import { FieldRow, PasswordField, SelectField, TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { SecretOnce } from '../../ui/form/secret-once.tsx';
import { Dialog, InWords, useFormat } from '../../ui/index.ts';
import { atPassword } from './at-password.ts';

const ALL = 'all';
const schema = newApiToken.extend({
  days: z.enum(apiTokenDays.map(String)),
  families: z.enum([ALL, ...apiTokenFamilies]),
});

interface Made {
  token: string;
  name: string;
  end_time: number;
}

/** Creates an API token, then shows it once. The dialog cannot be closed by accident. */
export default function TokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const { date } = useFormat();
  const [made, setMade] = useState<Made | null>(null);
  return (
    <Dialog
      opened
      onClose={onClose}
      closable={made === null}
      title={made ? t('tokens.readyTitle', { name: made.name }) : t('tokens.createTitle')}
    >
      {made ? (
        <SecretOnce
          text={t('tokens.readyText')}
          label={t('tokens.token')}
          description={t('tokens.until', { time: date(made.end_time, 'date') })}
          secret={made.token}
          copyLabel={t('tokens.copy')}
          onClose={onClose}
        />
      ) : (
        <TokenForm onMade={setMade} onCancel={onClose} />
      )}
    </Dialog>
  );
}

function TokenForm({ onMade, onCancel }: { onMade: (made: Made) => void; onCancel: () => void }) {
  const { t } = useTranslation('account');
  // Only the main account has both families of calls.
  const both = useAccount().kind === 'main';
  return (
    <Form
      schema={schema}
      initial={{ name: '', scope: 'read', families: ALL, days: '90', password: '' }}
      submitLabel={t('tokens.create')}
      onCancel={onCancel}
      onSubmit={async ({ days, families, ...values }) => {
        const limit = families === ALL ? {} : { families: [families] };
        try {
          const { token, api_token } = await call(createApiToken, {
            body: { ...values, ...limit, days: Number(days) },
          });
          onMade({ token, name: api_token.name, end_time: api_token.end_time });
        } catch (error) {
          if (error instanceof ApiError && error.status === 409)
            throw new InWords(t('tokens.full', { count: API_TOKENS_MAX }));
          throw atPassword(error, t('proof.passwordWrong'));
        }
      }}
    >
      <p className={dialogs.text}>{t('tokens.createText')}</p>
      <TextField
        name="name"
        label={t('tokens.name')}
        description={t('tokens.nameHint')}
        required
        data-autofocus
        maxLength={60}
        autoComplete="off"
      />
      <FieldRow>
        <SelectField
          name="scope"
          label={t('tokens.may')}
          required
          data={apiTokenScopes.map((value) => ({ value, label: t(`tokens.scope.${value}`) }))}
        />
        <SelectField
          name="days"
          label={t('tokens.valid')}
          required
          data={apiTokenDays.map((count) => ({ value: String(count), label: t('tokens.days', { count }) }))}
        />
      </FieldRow>
      {both && (
        <SelectField
          name="families"
          label={t('tokens.where')}
          required
          data={[ALL, ...apiTokenFamilies].map((value) => ({ value, label: t(`tokens.family.${value}`) }))}
        />
      )}
      <PasswordField name="password" label={t('proof.password')} required autoComplete="current-password" />
    </Form>
  );
}
