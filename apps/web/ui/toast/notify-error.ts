import i18next from 'i18next';
import { ApiError, describeError } from '../../api/errors.ts';
import { fieldText } from '../form/field-text.ts';
import { joinTexts } from '../form/field-words.ts';
import { toast } from './toast.ts';

/** The warning toast of specification section 8: 5 s, with the text of the error. */
export function notifyError(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  if (!(error instanceof ApiError)) {
    toast.warning({ ns: 'errors', key: 'unexpected' });
    return;
  }
  if (error.fields.length) {
    void Promise.all(error.fields.map(fieldText)).then((texts) =>
      toast.warning({ text: joinTexts(texts, i18next.language) }),
    );
    return;
  }
  const words = describeError(error);
  toast.warning('key' in words ? { ns: 'errors', key: words.key } : words);
}
