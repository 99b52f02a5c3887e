"""What superflip.h declares, for ctypes: enumerations, structures, functions. tests/test_abi.py compares it with the header."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_bool, c_char, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint, c_uint8, c_uint32, c_uint64, c_void_p
from typing import Any, Sequence

OK, TIMEOUT, END, FULL, CANCELLED = range(5)
BAD_ARGUMENT, BAD_TEXT, UNKNOWN_NAME, FORKED = range(10, 14)
NO_MEMORY, NO_THREADS, IO, NO_SPACE, TOO_LARGE = range(20, 25)
TABLE_MISSING, TABLE_FOREIGN, TABLE_DAMAGED, TABLE_CHANGED, TABLE_LOCKED = range(30, 35)
INTERNAL = 40

READ_FRENCH, READ_GROUPS, READ_NISS, READ_GREY, READ_CENTERS = 1, 2, 4, 16, 32
FORM_MOVES, FORM_FACELETS, FORM_CUBIES = range(3)
SOLVED, NONE, NODE_LIMIT, TIME_LIMIT, MEMORY_LIMIT, STOPPED, FAILED = range(7)
ALL, MAX_LENGTH, ALL_MOVES, MEASURE = -1, 40, 0x3FFFF, 1


class Error(ctypes.Structure):
    _fields_ = [
        ("status", c_int),
        ("system_errno", c_int),
        ("row", c_uint),
        ("column", c_uint),
        ("token", c_char * 64),
        ("path", c_char * 256),
        ("text", c_char * 656),
        ("field", c_char_p),
        ("reserved", c_uint64 * 3),
    ]


class Cubies(ctypes.Structure):
    _fields_ = [
        ("corner_perm", c_uint8 * 8),
        ("corner_ori", c_uint8 * 8),
        ("edge_perm", c_uint8 * 12),
        ("edge_ori", c_uint8 * 12),
    ]


class Verdict(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("solves", c_bool),
        ("moves_used", c_uint32),
        ("n_moves", c_size_t),
        ("length", c_uint),
    ]


ProgressFunction = ctypes.CFUNCTYPE(c_bool, c_void_p, c_char_p, c_char_p, c_uint64, c_uint64)


class TablesOptions(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("metric", c_int),
        ("heuristic", c_char_p),
        ("directory", c_char_p),
        ("memory_bytes", c_uint64),
        ("n_threads", c_uint),
        ("preloads", c_bool),
        ("builds_missing", c_bool),
        ("builds_again", c_bool),
        ("refuses_to_wait", c_bool),
        ("progress", ProgressFunction),
        ("progress_context", c_void_p),
        ("goal", c_void_p),
        ("turns", c_void_p),
    ]


class TableInfo(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("name", c_char * 64),
        ("path", c_char * 4096),
        ("metric", c_int),
        ("file_bytes", c_uint64),
        ("is_preloaded", c_bool),
        ("has_pages", c_bool),
        ("resident_bytes", c_uint64),
        ("huge_bytes", c_uint64),
    ]


class Heuristic(ctypes.Structure):
    _fields_ = [
        ("name", c_char_p),
        ("summary", c_char_p),
        ("n_tables", c_uint),
        ("n_lookups", c_uint),
        ("is_installed", c_bool),
        ("is_for_comparison", c_bool),
        ("file_bytes", c_uint64),
        ("build_bytes", c_uint64),
        ("build_s", c_double),
        ("solve_s", c_double),
        ("table_metric", c_int),
    ]


class GoalInfo(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("n_states", c_uint64),
        ("n_sides", c_uint),
        ("n_tables", c_uint),
        ("is_exact", c_bool),
        ("is_installed", c_bool),
        ("file_bytes", c_uint64),
        ("build_bytes", c_uint64),
    ]


class Budget(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("file_bytes", c_uint64), ("build_bytes", c_uint64), ("build_s", c_double)]


class SolverOptions(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("puzzle", c_int),
        ("metric", c_int),
        ("n_threads", c_uint),
        ("method", c_char_p),
        ("moves", c_uint32),
        ("memory_bytes", c_uint64),
        ("steps", c_char_p),
        ("directory", c_char_p),
        ("width", c_uint),
        ("step_slack", c_uint),
        ("has_niss", c_bool),
        ("neutral", c_char_p),
        ("progress", ProgressFunction),
        ("progress_context", c_void_p),
    ]


class Method(ctypes.Structure):
    _fields_ = [
        ("name", c_char_p),
        ("summary", c_char_p),
        ("usual_s", c_double),
        ("is_optimal", c_bool),
        ("takes_tables", c_bool),
        ("has_stages", c_bool),
        ("counts_nodes", c_bool),
        ("counts_quarter_turns", c_bool),
        ("searches", c_bool),
        ("is_hopeless", c_bool),
        ("takes_steps", c_bool),
    ]


class Request(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("n_solutions", c_int64),
        ("over_optimal", c_uint),
        ("min_length", c_uint),
        ("max_length", c_uint),
        ("node_limit", c_uint64),
        ("time_limit_s", c_double),
        ("is_deterministic", c_bool),
        ("up_to_symmetry", c_bool),
        ("approximates", c_bool),
        ("past_goal", c_bool),
        ("goal", c_void_p),
        ("notify", c_void_p),
        ("notify_context", c_void_p),
    ]


class Iteration(ctypes.Structure):
    _fields_ = [
        ("threshold", c_uint),
        ("is_complete", c_bool),
        ("n_generated", c_uint64),
        ("n_expanded", c_uint64),
        ("n_lookups", c_uint64),
        ("n_solutions", c_uint64),
        ("seconds", c_double),
    ]


class Result(ctypes.Structure):
    _fields_ = [
        ("id", c_uint64),
        ("outcome", c_int),
        ("failure", c_int),
        ("is_optimal", c_bool),
        ("is_complete", c_bool),
        ("has_hit_limit", c_bool),
        ("is_approximate", c_bool),
        ("is_unreachable", c_bool),
        ("is_by_method", c_bool),
        ("length", c_uint),
        ("lower_bound", c_uint),
        ("n_solutions", c_uint64),
        ("n_iterations", c_uint),
        ("n_stages", c_uint),
        ("n_generated", c_uint64),
        ("n_expanded", c_uint64),
        ("n_lookups", c_uint64),
        ("seconds", c_double),
        ("duplicate_of", c_uint64),
        ("n_symmetries", c_uint),
        ("why_unreachable", c_char_p),
        ("stuck_at", c_char_p),
        ("is_by_list", c_bool),
    ]


class Progress(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("has_begun", c_bool),
        ("is_done", c_bool),
        ("n_changes", c_uint64),
        ("threshold", c_uint),
        ("lower_bound", c_uint),
        ("n_iterations", c_uint),
        ("n_solutions", c_uint64),
        ("n_generated", c_uint64),
        ("seconds", c_double),
        ("checked_share", c_double),
        ("id", c_uint64),
        ("n_added", c_uint64),
        ("n_done", c_uint64),
    ]


class StreamOptions(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("window", c_uint), ("finds_duplicates", c_bool), ("drops_brief_iterations", c_bool)]


#: C names of the structures above.
STRUCTURES = {
    "superflip_error": Error,
    "superflip_cubies": Cubies,
    "superflip_verdict": Verdict,
    "superflip_tables_options": TablesOptions,
    "superflip_table_info": TableInfo,
    "superflip_heuristic": Heuristic,
    "superflip_goal_info": GoalInfo,
    "superflip_budget": Budget,
    "superflip_solver_options": SolverOptions,
    "superflip_method": Method,
    "superflip_request": Request,
    "superflip_iteration": Iteration,
    "superflip_result": Result,
    "superflip_progress": Progress,
    "superflip_stream_options": StreamOptions,
}

_handle, _out, _error, _moves = c_void_p, POINTER(c_void_p), POINTER(Error), POINTER(c_uint8)
_init = (None, [c_void_p, c_size_t])
_free = (None, [_handle])

#: Result and parameters of each function that this package calls.
FUNCTIONS: dict[str, tuple[Any, Sequence[Any]]] = {
    "superflip_version": (c_char_p, []),
    "superflip_version_number": (c_uint, []),
    "superflip_status_text": (c_char_p, [c_int]),
    "superflip_moves_write": (c_size_t, [_moves, c_size_t, c_uint, c_char_p, c_size_t]),
    "superflip_moves_length": (c_uint, [c_int, _moves, c_size_t]),
    "superflip_moves_parse": (c_int, [c_int, c_char_p, c_uint, _moves, c_size_t, POINTER(c_size_t), _error]),
    "superflip_moves_parse_set": (c_int, [c_char_p, c_uint, POINTER(c_uint32), _error]),
    "superflip_cube_parse": (c_int, [c_int, c_char_p, c_uint, _out, _error]),
    "superflip_cube_from_moves": (c_int, [c_int, _moves, c_size_t, _out, _error]),
    "superflip_cube_from_cubies": (c_int, [c_int, POINTER(Cubies), _out, _error]),
    "superflip_cube_free": _free,
    "superflip_cube_puzzle": (c_int, [_handle]),
    "superflip_cube_form": (c_int, [_handle]),
    "superflip_cube_is_rotated": (c_bool, [_handle]),
    "superflip_cube_is_whole": (c_bool, [_handle]),
    "superflip_cube_has_centers": (c_bool, [_handle]),
    "superflip_cube_write_centers": (c_size_t, [_handle, c_char_p, c_size_t]),
    "superflip_cube_is_solved": (c_bool, [_handle]),
    "superflip_cube_equals": (c_bool, [_handle, _handle]),
    "superflip_cube_get_cubies": (None, [_handle, POINTER(Cubies)]),
    "superflip_cube_turned": (c_int, [_handle, _moves, c_size_t, _out, _error]),
    "superflip_cube_product": (c_int, [_handle, _handle, _out, _error]),
    "superflip_cube_inverse": (c_int, [_handle, _out, _error]),
    "superflip_cube_write": (c_size_t, [_handle, c_int, c_char_p, c_size_t]),
    "superflip_random_from_system": (c_int, [_out, _error]),
    "superflip_random_from_seed": (c_int, [c_uint64, _out, _error]),
    "superflip_random_free": _free,
    "superflip_cube_random": (c_int, [_handle, c_int, _out, _error]),
    "superflip_verify": (c_int, [_handle, _handle, c_int, c_char_p, c_uint, POINTER(Verdict), _error]),
    "superflip_text_is_goal": (c_bool, [c_char_p]),
    "superflip_goal_parse": (c_int, [c_char_p, _out, _error]),
    "superflip_cube_goal": (c_int, [_handle, _out, _error]),
    "superflip_goal_takes": (c_int, [_handle, _handle, _error]),
    "superflip_goal_free": _free,
    "superflip_goal_name": (c_char_p, [_handle]),
    "superflip_goal_patterns": (c_size_t, [_handle, c_char_p, c_size_t]),
    "superflip_goal_facelets": (c_size_t, [_handle, c_char_p, c_size_t]),
    "superflip_goal_is_solved": (c_bool, [_handle]),
    "superflip_goal_completions": (c_double, [_handle]),
    "superflip_goal_frees": (c_bool, [_handle, c_uint8]),
    "superflip_goal_is_reached": (c_bool, [_handle, _handle, _moves, c_size_t]),
    "superflip_goal_is_reached_by": (c_bool, [_handle, _handle, c_char_p, c_uint]),
    "superflip_goal_at": (c_char_p, [c_uint, POINTER(c_char_p), POINTER(c_char_p)]),
    "superflip_goal_measure": (c_int, [POINTER(TablesOptions), POINTER(GoalInfo), _error]),
    "superflip_turns_parse": (c_int, [c_char_p, c_char_p, c_char_p, c_uint, _out, _error]),
    "superflip_turns_of_moves": (c_void_p, [c_int, c_uint32]),
    "superflip_turns_are_moves": (c_bool, [_handle, POINTER(c_int), POINTER(c_uint32)]),
    "superflip_turns_of_tables": (c_int, [POINTER(TablesOptions), c_uint32, _out, _error]),
    "superflip_turns_states": (c_uint64, [_handle]),
    "superflip_turns_free": _free,
    "superflip_turns_metric": (c_char_p, [_handle]),
    "superflip_turns_identity": (c_size_t, [_handle, c_char_p, c_size_t]),
    "superflip_turns_cost": (c_double, [_handle, c_uint]),
    "superflip_turns_write": (c_bool, [_handle, _moves, c_uint, POINTER(c_uint), c_char_p, c_size_t]),
    "superflip_tables_open": (c_int, [POINTER(TablesOptions), _out, _error]),
    "superflip_tables_close": _free,
    "superflip_tables_build": (c_int, [POINTER(TablesOptions), _error]),
    "superflip_tables_verify": (c_int, [POINTER(TablesOptions), _error]),
    "superflip_tables_await_check": (c_int, [_handle, ProgressFunction, c_void_p, _error]),
    "superflip_tables_checked_share": (c_double, [_handle]),
    "superflip_tables_fault": (c_int, [_handle, _error]),
    "superflip_tables_heuristic": (c_char_p, [_handle]),
    "superflip_tables_metric": (c_int, [_handle]),
    "superflip_tables_kernel": (c_char_p, [_handle]),
    "superflip_tables_count": (c_uint, [_handle]),
    "superflip_tables_bound": (c_uint, [_handle, _handle]),
    "superflip_tables_table": (c_int, [_handle, c_uint, POINTER(TableInfo), _error]),
    "superflip_tables_directory": (c_int, [c_char_p, c_char_p, _error]),
    "superflip_catalogue_make": (c_int, [POINTER(TablesOptions), c_uint, _out, _error]),
    "superflip_catalogue_free": _free,
    "superflip_catalogue_count": (c_uint, [_handle]),
    "superflip_catalogue_at": (POINTER(Heuristic), [_handle, c_uint]),
    "superflip_catalogue_choose": (POINTER(Heuristic), [_handle, POINTER(Budget)]),
    "superflip_solver_create": (c_int, [POINTER(SolverOptions), _handle, _out, _error]),
    "superflip_solver_free": _free,
    "superflip_solver_threads": (c_uint, [_handle]),
    "superflip_solver_heuristic": (c_char_p, [_handle]),
    "superflip_method_at": (POINTER(Method), [c_uint]),
    "superflip_method_find": (POINTER(Method), [c_char_p]),
    "superflip_result_solution": (_moves, [_handle, c_uint64, POINTER(c_uint), POINTER(c_uint), POINTER(c_uint)]),
    "superflip_result_free_turns": (None, [_handle, c_uint64, POINTER(c_uint), POINTER(c_uint)]),
    "superflip_result_iteration": (POINTER(Iteration), [_handle, c_uint]),
    "superflip_result_reached": (c_size_t, [_handle, c_uint64, c_char_p, c_size_t]),
    "superflip_result_stage_goal": (c_char_p, [_handle, c_uint]),
    "superflip_result_stage": (_moves, [_handle, c_uint, POINTER(c_char_p), POINTER(c_uint)]),
    "superflip_result_chain": (c_size_t, [_handle, c_uint64, c_uint, c_char_p, c_size_t]),
    "superflip_result_chain_step": (c_uint, [_handle, c_uint64, c_uint, POINTER(c_bool)]),
    "superflip_result_stage_share": (_moves, [_handle, c_uint, POINTER(c_uint)]),
    "superflip_result_free": _free,
    "superflip_job_start": (c_int, [_handle, _handle, POINTER(Request), _out, _error]),
    "superflip_job_wait": (c_int, [_handle, c_double]),
    "superflip_job_wait_change": (c_int, [_handle, c_uint64, c_double]),
    "superflip_job_cancel": _free,
    "superflip_job_progress": (None, [_handle, POINTER(Progress)]),
    "superflip_job_solution": (c_int, [_handle, c_uint64, _moves, POINTER(c_uint), POINTER(c_uint)]),
    "superflip_job_result": (c_void_p, [_handle]),
    "superflip_job_free": _free,
    "superflip_stream_open": (c_int, [_handle, POINTER(Request), POINTER(StreamOptions), _out, _error]),
    "superflip_stream_add": (c_int, [_handle, c_uint64, _handle, c_double, _error]),
    "superflip_stream_finish": _free,
    "superflip_stream_next": (c_int, [_handle, c_double, _out]),
    "superflip_stream_cancel": _free,
    "superflip_stream_progress": (None, [_handle, POINTER(Progress)]),
    "superflip_stream_free": _free,
    "superflip_tables_options_init": _init,
    "superflip_goal_info_init": _init,
    "superflip_budget_init": _init,
    "superflip_solver_options_init": _init,
    "superflip_request_init": _init,
    "superflip_stream_options_init": _init,
    "superflip_verdict_init": _init,
    "superflip_table_info_init": _init,
    "superflip_progress_init": _init,
}
