import { useQueryClient } from '@tanstack/react-query';
import { updateSelf } from '@voltloop/contract/calls/self.ts';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { storeSelf } from '../../api/session.ts';
import { FieldRow, PasswordField, TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Card, ErrorState, SkeletonRows } from '../../ui/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useSelf } from './own-queries.ts';
import {
  isOtherEmail,
  type ProfileValues,
  profileBody,
  profileSchema,
  profileValues,
} from './profile-rules.ts';

/** The own profile as a form. */
export function ProfileCard() {
  const { t } = useTranslation('account');
  const queries = useQueryClient();
  const { data: self, error, refetch } = useSelf();

  const save = async (values: ProfileValues, before: Partial<ProfileValues>) => {
    if (!self) return;
    const body = profileBody(before, values);
    const saved = Object.keys(body).length > 0 ? await call(updateSelf, { body }) : self;
    storeSelf(saved);
    queries.setQueryData(['own', 'self'], saved);
    void queries.invalidateQueries({ queryKey: ['own', 'activity'] });
    toast.success({ ns: 'account', key: 'profile.saved' });
  };
  return (
    <Card title={t('profile.title')} description={t('profile.text')}>
      {!self && (error ? <ErrorState error={error} onRetry={refetch} compact /> : <SkeletonRows rows={6} />)}
      {self && (
        <Form
          schema={profileSchema}
          initial={profileValues(self)}
          onSubmit={save}
          submitLabel={t('profile.save')}
          label={t('profile.title')}
        >
          <FieldRow>
            <TextField name="name" label={t('field.name')} autoComplete="name" maxLength={50} />
            <TextField
              name="company"
              label={t('field.company')}
              autoComplete="organization"
              maxLength={100}
            />
          </FieldRow>
          <FieldRow>
            <TextField
              name="email"
              type="email"
              label={t('field.email')}
              autoComplete="email"
              maxLength={200}
            />
            <TextField name="mobile" type="tel" label={t('field.mobile')} autoComplete="tel" maxLength={24} />
          </FieldRow>
          <PasswordForEmail before={self.email ?? ''} />
          <FieldRow>
            <TextField name="country" label={t('field.country')} autoComplete="country-name" maxLength={60} />
            <TextField name="city" label={t('field.city')} autoComplete="address-level2" maxLength={60} />
          </FieldRow>
          <TextField
            name="address"
            label={t('field.address')}
            autoComplete="street-address"
            maxLength={200}
          />
          <TextAreaField
            name="description"
            label={t('field.description')}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={500}
          />
        </Form>
      )}
    </Card>
  );
}

/** The password, required once the e-mail address has changed: password resets are sent to it. */
function PasswordForEmail({ before }: { before: string }) {
  const { t } = useTranslation('account');
  const { resetField } = useFormContext<ProfileValues>();
  const emailChanged = isOtherEmail(before, useWatch<ProfileValues, 'email'>({ name: 'email' }));
  useEffect(() => {
    if (!emailChanged) resetField('origin_password', { defaultValue: '' });
  }, [emailChanged, resetField]);
  if (!emailChanged) return null;
  return (
    <PasswordField
      name="origin_password"
      label={t('profile.password')}
      description={t('profile.passwordHint')}
      required
      maxLength={200}
      autoComplete="current-password"
    />
  );
}
