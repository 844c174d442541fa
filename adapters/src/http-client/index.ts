export {
  type Archive,
  type ArchiveOutage,
  type ArchivePlace,
  type ArchiveResponse,
  readArchive,
} from './archive.ts';
export { describeHost, describeUrl, readRetryAfter } from './classify-response.ts';
export type {
  HttpClient,
  HttpRequest,
  HttpResponse,
  RawResponse,
  Sender,
  SendRequest,
} from './http-client.ts';
export { type LiveHttpClient, openLiveHttpClient } from './live-http-client.ts';
export { checkPublicUrl, isPrivateAddress, isPrivateHost } from './private-addresses.ts';
export { openRecordingHttpClient } from './recording-http-client.ts';
export { openReplayingHttpClient } from './replaying-http-client.ts';
export {
  openStreamClient,
  type StreamClient,
  type StreamClientOptions,
  type StreamedResponse,
  type StreamRequest,
} from './stream-client.ts';
