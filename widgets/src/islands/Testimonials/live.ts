export { startReadMore as default } from "../../live/read-more.ts";
