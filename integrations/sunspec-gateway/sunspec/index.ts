/** SunSpec: models as data, with decoder, encoder and scan. */
export { type Decoded, decodeModel, type Values } from './decode.ts';
export { encodeModel, type Given } from './encode.ts';
export { modelsById } from './models.ts';
export {
  ChangedError,
  type Found,
  type FoundModel,
  RefusedError,
  readModel,
  scan,
} from './scan.ts';
