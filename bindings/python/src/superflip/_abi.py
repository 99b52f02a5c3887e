"""What superflip.h declares, for ctypes: enumerations, structures, functions. tests/test_abi.py compares it with the header."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_bool, c_char, c_char_p, c_double, c_int, c_size_t, c_uint, c_uint8, c_uint64, c_void_p
from typing import Any, Sequence

OK, TIMEOUT, END, FULL, CANCELLED = range(5)
BAD_ARGUMENT, BAD_TEXT, UNKNOWN_NAME, FORKED = range(10, 14)
NO_MEMORY, NO_THREADS, IO, NO_SPACE, TOO_LARGE = range(20, 25)
TABLE_MISSING, TABLE_FOREIGN, TABLE_DAMAGED, TABLE_CHANGED, TABLE_LOCKED = range(30, 35)
INTERNAL = 40

READ_FRENCH, READ_GROUPS, READ_NISS, READ_GREY, READ_CENTERS = 1, 2, 4, 16, 32
FORM_MOVES, FORM_FACELETS, FORM_CUBIES, FORM_CENTERS = range(4)
SOLVED, NONE, NODE_LIMIT, TIME_LIMIT, MEMORY_LIMIT, STOPPED, FAILED = range(7)
MAX_MOVES, BUILD_AGAIN, BUILD_NO_WAIT = 1024, 1, 2


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


class Facts(ctypes.Structure):
    _fields_ = [
        ("puzzle", c_int),
        ("form", c_int),
        ("is_solved", c_bool),
        ("is_rotated", c_bool),
        ("is_whole", c_bool),
        ("is_completed", c_bool),
        ("has_centers", c_bool),
    ]


class Verdict(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("solves", c_bool),
        ("is_permitted", c_bool),
        ("n_moves", c_size_t),
        ("length", c_uint),
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


class Progress(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("stage", c_char_p),
        ("table", c_char * 64),
        ("table_number", c_uint),
        ("n_tables", c_uint),
        ("share", c_double),
        ("has_begun", c_bool),
        ("is_done", c_bool),
        ("n_changes", c_uint64),
        ("step", c_uint),
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
        ("heuristic", c_char_p),
        ("n_threads", c_uint),
    ]


#: superflip_notify. Functions take it as c_void_p, so that None will do.
Notify = ctypes.CFUNCTYPE(c_bool, c_void_p, POINTER(Progress))


class SessionOptions(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("directory", c_char_p),
        ("n_threads", c_uint),
        ("memory_bytes", c_uint64),
        ("node_bytes", c_uint64),
        ("build_bytes", c_uint64),
        ("preloads", c_bool),
        ("builds_nothing", c_bool),
        ("notify", Notify),
        ("notify_context", c_void_p),
    ]


class Needs(ctypes.Structure):
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


class JobOptions(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("window", c_uint),
        ("finds_duplicates", c_bool),
        ("drops_brief_iterations", c_bool),
        ("approximates", c_bool),
        ("notify", Notify),
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


class Solution(ctypes.Structure):
    _fields_ = [
        ("moves", POINTER(c_uint8)),
        ("n_moves", c_uint),
        ("length", c_uint),
        ("n_images", c_uint),
        ("n_before", c_uint),
        ("n_after", c_uint),
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


class Stage(ctypes.Structure):
    _fields_ = [
        ("name", c_char_p),
        ("goal", c_char_p),
        ("moves", POINTER(c_uint8)),
        ("n_moves", c_uint),
        ("share", POINTER(c_uint8)),
        ("n_share", c_uint),
    ]


class TableInfo(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("heuristic", c_char_p),
        ("kernel", c_char_p),
        ("checked_share", c_double),
        ("n_tables", c_uint),
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


#: C names of the structures above.
STRUCTURES = {
    "superflip_error": Error,
    "superflip_cubies": Cubies,
    "superflip_facts": Facts,
    "superflip_verdict": Verdict,
    "superflip_method": Method,
    "superflip_progress": Progress,
    "superflip_session_options": SessionOptions,
    "superflip_needs": Needs,
    "superflip_job_options": JobOptions,
    "superflip_iteration": Iteration,
    "superflip_solution": Solution,
    "superflip_result": Result,
    "superflip_stage": Stage,
    "superflip_table_info": TableInfo,
    "superflip_heuristic": Heuristic,
}

_handle, _out, _error, _moves = c_void_p, POINTER(c_void_p), POINTER(Error), POINTER(c_uint8)
_free = (None, [_handle])

#: Result and parameters of each function that this package calls.
FUNCTIONS: dict[str, tuple[Any, Sequence[Any]]] = {
    "superflip_version": (c_char_p, []),
    "superflip_status_text": (c_char_p, [c_int]),
    "superflip_moves_write": (c_size_t, [_moves, c_size_t, c_uint, c_char_p, c_size_t]),
    "superflip_moves_length": (c_uint, [c_int, _moves, c_size_t]),
    "superflip_moves_parse": (c_int, [c_int, c_char_p, c_uint, _moves, c_size_t, POINTER(c_size_t), _error]),
    "superflip_cube_parse": (c_int, [c_int, c_char_p, c_uint, _out, _error]),
    "superflip_cube_from_cubies": (c_int, [c_int, POINTER(Cubies), _out, _error]),
    "superflip_cube_free": _free,
    "superflip_cube_facts": (Facts, [_handle]),
    "superflip_cube_get_cubies": (None, [_handle, POINTER(Cubies)]),
    "superflip_cube_turned_by": (c_int, [_handle, c_char_p, c_uint, _out, _error]),
    "superflip_cube_turned": (c_int, [_handle, _moves, c_size_t, _out, _error]),
    "superflip_cube_product": (c_int, [_handle, _handle, _out, _error]),
    "superflip_cube_inverse": (c_int, [_handle, _out, _error]),
    "superflip_cube_write": (c_size_t, [_handle, c_int, c_char_p, c_size_t]),
    "superflip_random_from_system": (c_int, [_out, _error]),
    "superflip_random_from_seed": (c_int, [c_uint64, _out, _error]),
    "superflip_random_free": _free,
    "superflip_cube_random": (c_int, [_handle, c_int, _out, _error]),
    "superflip_goal_parse": (c_int, [c_char_p, _out, _error]),
    "superflip_goal_of_cube": (c_int, [_handle, _out, _error]),
    "superflip_goal_free": _free,
    "superflip_goal_name": (c_char_p, [_handle]),
    "superflip_goal_patterns": (c_size_t, [_handle, c_char_p, c_size_t]),
    "superflip_goal_facelets": (c_size_t, [_handle, c_char_p, c_size_t]),
    "superflip_goal_is_solved": (c_bool, [_handle]),
    "superflip_goal_holds": (c_int, [_handle, _handle, POINTER(c_bool), _error]),
    "superflip_goal_at": (c_char_p, [c_uint, POINTER(c_char_p), POINTER(c_char_p)]),
    "superflip_problem_create": (c_int, [_out, _error]),
    "superflip_problem_set": (c_int, [_handle, c_char_p, c_char_p, _error]),
    "superflip_problem_check": (c_int, [_handle, _error]),
    "superflip_problem_free": _free,
    "superflip_problem_identity": (c_size_t, [_handle, c_char_p, c_size_t]),
    "superflip_problem_cost": (c_double, [_handle, c_uint]),
    "superflip_problem_write": (c_bool, [_handle, _moves, c_size_t, POINTER(c_uint), c_char_p, c_size_t, POINTER(c_size_t)]),
    "superflip_problem_verify": (c_int, [_handle, _handle, c_char_p, POINTER(Verdict), _error]),
    "superflip_method_at": (POINTER(Method), [c_uint]),
    "superflip_session_open": (c_int, [POINTER(SessionOptions), _out, _error]),
    "superflip_session_close": _free,
    "superflip_session_measure": (c_int, [_handle, _handle, _handle, POINTER(Needs), _error]),
    "superflip_job_start": (c_int, [_handle, _handle, _handle, POINTER(JobOptions), _out, _error]),
    "superflip_job_open": (c_int, [_handle, _handle, _handle, POINTER(JobOptions), _out, _error]),
    "superflip_job_add": (c_int, [_handle, c_uint64, _handle, c_double, _error]),
    "superflip_job_finish": _free,
    "superflip_job_next": (c_int, [_handle, c_double, _out]),
    "superflip_job_result": (c_void_p, [_handle]),
    "superflip_job_wait": (c_int, [_handle, c_uint64, c_double]),
    "superflip_job_cancel": _free,
    "superflip_job_progress": (None, [_handle, POINTER(Progress)]),
    "superflip_job_solution": (c_int, [_handle, c_uint64, _moves, POINTER(Solution)]),
    "superflip_job_free": _free,
    "superflip_result_solution": (c_bool, [_handle, c_uint64, POINTER(Solution)]),
    "superflip_result_reached": (c_size_t, [_handle, c_uint64, c_char_p, c_size_t]),
    "superflip_result_iteration": (POINTER(Iteration), [_handle, c_uint]),
    "superflip_result_stage": (c_bool, [_handle, c_uint, POINTER(Stage)]),
    "superflip_result_chain": (c_size_t, [_handle, c_uint64, c_uint, c_char_p, c_size_t]),
    "superflip_result_chain_step": (c_uint, [_handle, c_uint64, c_uint, POINTER(c_bool)]),
    "superflip_result_free": _free,
    "superflip_tables_open": (c_int, [_handle, _handle, _handle, c_void_p, c_void_p, _out, _error]),
    "superflip_tables_close": _free,
    "superflip_tables_await_check": (c_int, [_handle, c_void_p, c_void_p, _error]),
    "superflip_tables_bound": (c_uint, [_handle, _handle]),
    "superflip_tables_table": (c_bool, [_handle, c_uint, POINTER(TableInfo)]),
    "superflip_tables_build": (c_int, [_handle, _handle, c_uint, c_void_p, c_void_p, _error]),
    "superflip_tables_verify": (c_int, [_handle, _handle, c_void_p, c_void_p, _error]),
    "superflip_tables_directory": (c_int, [c_char_p, c_char_p, _error]),
    "superflip_catalogue_make": (c_int, [_handle, c_int, c_bool, _out, _error]),
    "superflip_catalogue_free": _free,
    "superflip_catalogue_at": (POINTER(Heuristic), [_handle, c_uint]),
    "superflip_catalogue_choose": (POINTER(Heuristic), [_handle, c_uint64, c_uint64, c_double]),
}
