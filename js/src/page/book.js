// What every page of the book runs.

import "./accessibility.js";
import "./exercises.js";
import "./present.js";
import "./filter.js";
