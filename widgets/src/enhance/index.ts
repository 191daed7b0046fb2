import { startIslands } from "../runtime.ts";

startIslands();
