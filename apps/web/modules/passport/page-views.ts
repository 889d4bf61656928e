import type { PageViews } from '../resources/index.ts';
import { AttributesPanel } from './attributes-panel.tsx';
import { PassportSummary } from './summary.tsx';
import { ModelValues, PassportValues } from './values-panel.tsx';
import { ModelVersions, PassportVersions } from './versions-panel.tsx';

const versions = { en: 'Versions of values', zh: '数据版本' };

/** A passport's page begins with its URL and completeness; its values come before its record. */
export const passportPage: PageViews = {
  Summary: PassportSummary,
  firstPanel: 'attributes',
  panels: [
    { id: 'attributes', title: { en: 'Attributes', zh: '护照内容' }, Panel: AttributesPanel },
    { id: 'values', title: { en: 'Enter values', zh: '填写数据' }, Panel: PassportValues },
    { id: 'versions', title: versions, Panel: PassportVersions },
  ],
};

/** Values entered once for a model are in the passport of each of its batteries. */
export const modelPage: PageViews = {
  firstPanel: 'values',
  panels: [
    { id: 'values', title: { en: 'Values of the model', zh: '型号数据' }, Panel: ModelValues },
    { id: 'versions', title: versions, Panel: ModelVersions },
  ],
};
