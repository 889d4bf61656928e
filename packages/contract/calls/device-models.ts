import { deviceModel } from '@voltloop/device-models';
import { z } from 'zod';
import { route } from '../route.ts';

/** Roles that may change device models: the main account and factories. Others read them. */
export const modelEditors = [0, 1] as const;
const everybody = [0, 1, 2, 3, 4, 5] as const;

const tenant = '/v1/device-models/tenants/:tenantId';

export const modelStates = ['draft', 'active', 'retired'] as const;

const words = z.object({ en: z.string(), zh: z.string() });

const modelSummary = z.object({
  /** As `devtype` and `info_model_id` of things. */
  id: z.string(),
  label: words,
  vendor: z.string(),
  /** Part of the server, not changeable. */
  built_in: z.boolean(),
  /** The version that devices use; null while there is only a draft, or none that may be used any more. */
  active_version: z.number().int().nullable(),
  draft_version: z.number().int().nullable(),
  points: z.number().int(),
  settings: z.number().int(),
  /** Devices of the organization. */
  devices: z.number().int(),
  /** Epoch ms; null for a model of the server. */
  changed_at: z.number().nullable(),
});
export type DeviceModelSummary = z.infer<typeof modelSummary>;

export const listDeviceModels = route({
  name: 'listDeviceModels',
  summary: 'Device models of the organization, those of the server first.',
  method: 'GET',
  path: `${tenant}/models`,
  access: everybody,
  reply: z.array(modelSummary),
});

const modelVersion = z.object({
  version: z.number().int(),
  state: z.enum(modelStates),
  revision: z.number().int(),
  changed_at: z.number(),
  activated_at: z.number().nullable(),
  document: deviceModel,
});

export const getDeviceModel = route({
  name: 'getDeviceModel',
  summary: 'A device model of the organization with all its versions, the newest first.',
  method: 'GET',
  path: `${tenant}/models/:id`,
  access: everybody,
  reply: z.object({ id: z.string(), devices: z.number().int(), versions: z.array(modelVersion) }),
});

export const createDeviceModel = route({
  name: 'createDeviceModel',
  summary: 'Create a device model from its document, as a draft.',
  method: 'POST',
  path: `${tenant}/models`,
  access: modelEditors,
  body: deviceModel,
  reply: modelSummary,
});

export const saveDeviceModelDraft = route({
  name: 'saveDeviceModelDraft',
  summary:
    'Write the draft of a device model; without one a new version begins. 409 if it was changed since `revision`.',
  method: 'PUT',
  path: `${tenant}/models/:id/draft`,
  access: modelEditors,
  body: z.object({ document: deviceModel, revision: z.number().int().nullish() }),
  reply: modelSummary,
});

export const discardDeviceModelDraft = route({
  name: 'discardDeviceModelDraft',
  summary: 'Delete the draft of a device model, and the model if it has no other version.',
  method: 'DELETE',
  path: `${tenant}/models/:id/draft`,
  access: modelEditors,
  reply: z.object({ discarded: z.boolean() }),
});

export const activateDeviceModel = route({
  name: 'activateDeviceModel',
  summary:
    'Let devices use the draft from now on. 400 with the samples that give other readings than they name.',
  method: 'POST',
  path: `${tenant}/models/:id/activate`,
  access: modelEditors,
  body: z.object({ revision: z.number().int() }),
  reply: modelSummary,
});

export const retireDeviceModel = route({
  name: 'retireDeviceModel',
  summary: 'Let no new device have the model. 409 while devices have it.',
  method: 'POST',
  path: `${tenant}/models/:id/retire`,
  access: modelEditors,
  reply: modelSummary,
});

/** A message as a device sends it. */
const message = z.object({ topic: z.string().max(500), payload: z.string().max(65_536) });

export const previewDeviceModel = route({
  name: 'previewDeviceModel',
  summary: 'What a device model would make of messages, without storing anything.',
  method: 'POST',
  path: `${tenant}/preview`,
  access: modelEditors,
  body: z.object({ document: deviceModel, messages: z.array(message).min(1).max(500) }),
  reply: z.array(
    z.object({
      /** Key of a point, with the pack and cell where it has them. */
      readings: z.array(z.object({ key: z.string(), value: z.number(), unit: z.string() })),
      refusals: z.array(z.object({ reason: z.string(), about: z.string() })),
    }),
  ),
});

const catalogueEntry = z.object({
  id: z.string(),
  label: words,
  vendor: z.string(),
  points: z.number().int(),
  links: z.array(z.string()),
  /** What was verified with a device or its documentation, and what was not. */
  verified: z.array(z.string()),
  unverified: z.array(z.string()),
  installed: z.boolean(),
});

export const listModelCatalogue = route({
  name: 'listModelCatalogue',
  summary: 'Device models that come with the server, to be installed.',
  method: 'GET',
  path: `${tenant}/catalogue`,
  access: everybody,
  reply: z.array(catalogueEntry),
});

export const installDeviceModel = route({
  name: 'installDeviceModel',
  summary: 'Install a device model of the catalogue: its active version 1.',
  method: 'POST',
  path: `${tenant}/catalogue/:id`,
  access: modelEditors,
  reply: modelSummary,
});
