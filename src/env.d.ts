/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** First label of the API host, for phones and for other browsers. */
  readonly VITE_API_LABEL?: string;
  readonly VITE_PC_API_LABEL?: string;
}
